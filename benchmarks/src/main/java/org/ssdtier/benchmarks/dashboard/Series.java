package org.ssdtier.benchmarks.dashboard;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A series of a query's result.
 *
 * @param labels its labels
 * @param seconds Unix time of each value
 * @param values the values, as many; NaN and infinities included
 */
record Series(Map<String, String> labels, List<Double> seconds, List<Double> values) {
    private static final Pattern LABEL = Pattern.compile("\\{\\{(\\w+)}}");

    /** Returns whether any value is a finite number. */
    boolean hasData() {
        return values.stream().anyMatch(Double::isFinite);
    }

    /** Returns its name in a legend such as {@code {{table}}}. */
    String name(String legend) {
        return LABEL.matcher(legend)
                .replaceAll(found -> Matcher.quoteReplacement(labels.getOrDefault(found.group(1), "")))
                .strip();
    }
}
