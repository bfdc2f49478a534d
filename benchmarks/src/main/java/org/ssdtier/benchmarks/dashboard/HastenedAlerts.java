package org.ssdtier.benchmarks.dashboard;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Alerting rules with shorter times, so that an alert that takes an hour fires in ten seconds. */
final class HastenedAlerts {
    /** Divisor of all times. */
    private static final int HASTE = 360;
    /** Shortest range of a rate: a few scrapes of a second. */
    private static final int SHORTEST_RANGE_MILLIS = 6_000;

    /** Range over states: a tier is offline for seconds, and its state is read each second. */
    static final int STATES_RANGE_MILLIS = 30_000;

    private static final Pattern HOLD = Pattern.compile("(?m)^(\\s*for: )(\\d+)([mh])$");
    private static final Pattern STATES_RANGE = Pattern.compile("_state\\[\\d+[mh]]");
    private static final Pattern RANGE = Pattern.compile("\\[(\\d+)([mh])]");

    private HastenedAlerts() {}

    /** Returns the text of a file of rules with all times shortened. */
    static String of(String rules) {
        String held = HOLD.matcher(rules)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group(1) + millis(found.group(2), found.group(3)) / HASTE + "ms"));
        String ranged = STATES_RANGE.matcher(held).replaceAll("_state[" + STATES_RANGE_MILLIS + "ms]");
        return RANGE.matcher(ranged)
                .replaceAll(found ->
                        "[" + Math.max(SHORTEST_RANGE_MILLIS, millis(found.group(1), found.group(2)) / HASTE) + "ms]");
    }

    private static long millis(String count, String unit) {
        return Long.parseLong(count) * (unit.equals("h") ? 3_600_000 : 60_000);
    }
}
