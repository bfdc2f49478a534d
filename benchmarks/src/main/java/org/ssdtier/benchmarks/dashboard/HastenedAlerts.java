package org.ssdtier.benchmarks.dashboard;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Alerting rules with shorter times, so that an alert that takes an hour fires in ten seconds. */
final class HastenedAlerts {
    /** Divisor of all times. */
    private static final int HASTE = 360;
    /** Scrapes within the shortest range of a rate. */
    private static final int SHORTEST_RANGE_SCRAPES = 6;

    /** Range of the outages: each is at least a second long, and longer after the one before. */
    static final int OUTAGES_RANGE_MILLIS = 30_000;

    private static final Pattern HOLD = Pattern.compile("(?m)^(\\s*for: )(\\d+)([mh])$");
    private static final Pattern OUTAGES_RANGE = Pattern.compile("_outages_total\\[\\d+[mh]]");
    private static final Pattern RANGE = Pattern.compile("\\[(\\d+)([mh])]");

    private HastenedAlerts() {}

    /** Returns the shortest range of a rate, in seconds, for scrapes that are so many seconds apart. */
    static int shortestRangeSeconds(int scrapeSeconds) {
        return SHORTEST_RANGE_SCRAPES * scrapeSeconds;
    }

    /**
     * Returns the text of a file of rules with all times shortened.
     *
     * @param scrapeSeconds time from one scrape to the next
     */
    static String of(String rules, int scrapeSeconds) {
        int shortestMillis = 1_000 * shortestRangeSeconds(scrapeSeconds);
        String held = HOLD.matcher(rules)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group(1) + millis(found.group(2), found.group(3)) / HASTE + "ms"));
        String ranged = OUTAGES_RANGE.matcher(held).replaceAll("_outages_total[" + OUTAGES_RANGE_MILLIS + "ms]");
        return RANGE.matcher(ranged)
                .replaceAll(found ->
                        "[" + Math.max(shortestMillis, millis(found.group(1), found.group(2)) / HASTE) + "ms]");
    }

    private static long millis(String count, String unit) {
        return Long.parseLong(count) * (unit.equals("h") ? 3_600_000 : 60_000);
    }
}
