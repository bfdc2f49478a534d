package org.ssdtier.node.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The conditions of {@code conf/prometheus/alerts.yml}, on two readings of a node instead of a history. Where a rule has a condition
 * for a time, only that it holds now is known; where it has an increase, that of the seconds between the readings is.
 */
final class AlertCheck {
    /** The alerts that are checked. */
    static final Set<String> ALERTS = Set.of(
            "SsdRowCacheOffline",
            "SsdRowCacheDamagedRecords",
            "SsdRowCacheErrors",
            "SsdRowCacheDropsEvictions",
            "SsdRowCacheIndexFull");

    private static final String NAME = "alerts";
    private static final double MOST_DAMAGED_AN_HOUR = 10;
    private static final double MOST_DROPPED_SHARE = 0.1;
    private static final double FULL_INDEX = 0.95;
    private static final double HOUR_SECONDS = 3600;

    private final TierFigures before;
    private final TierFigures after;
    private final double seconds;
    private final List<Finding> findings = new ArrayList<>();

    private AlertCheck(TierFigures before, TierFigures after, double seconds) {
        this.before = before;
        this.after = after;
        this.seconds = seconds;
    }

    /**
     * Checks the conditions.
     *
     * @param seconds time between the readings
     * @param uptimeSeconds time since the start of the node
     */
    static List<Finding> of(TierFigures before, TierFigures after, double seconds, double uptimeSeconds) {
        AlertCheck check = new AlertCheck(before, after, seconds);
        check.check(uptimeSeconds);
        if (check.findings.isEmpty()) {
            check.findings.add(Finding.ok(
                    NAME,
                    String.format(
                            Locale.ROOT, "none of %d conditions holds, seen for %.0f s", ALERTS.size(), seconds)));
        }
        return check.findings;
    }

    private void check(double uptimeSeconds) {
        if (after.state().equals("OFFLINE")) {
            fail("SsdRowCacheOffline", "state=OFFLINE", "See state");
        }
        // a node that is up for less than an hour has all its damaged records within it
        double damaged = Math.max(
                increase("checksumErrors"),
                uptimeSeconds <= HOUR_SECONDS ? (double) after.statistic("checksumErrors") : 0);
        if (damaged > MOST_DAMAGED_AN_HOUR) {
            fail(
                    "SsdRowCacheDamagedRecords",
                    String.format(Locale.ROOT, "checksumErrors=%.0f within an hour, more than 10", damaged),
                    "Check the drive (smartctl -a), and replace it if the number grows");
        }
        if (increase("errors") > 0) {
            fail("SsdRowCacheErrors", "errors=" + (long) increase("errors") + " in the seconds seen", "See system.log");
        }
        double dropped = increase("droppedPending");
        if (dropped > MOST_DROPPED_SHARE * increase("demotions")) {
            warn(
                    "SsdRowCacheDropsEvictions",
                    String.format(
                            Locale.ROOT,
                            "droppedPending=%.1f/s of demotions=%.1f/s, more than a tenth",
                            dropped / seconds,
                            increase("demotions") / seconds),
                    "Lower ssd_row_cache.write_rate_limit, or raise row_cache_size: the SSD is too slow");
        }
        if (after.ratio("indexFill") > FULL_INDEX && increase("indexDisplaced") > 0) {
            warn(
                    "SsdRowCacheIndexFull",
                    "indexFill=" + Amounts.percent(after.ratio("indexFill")) + " and rows are displaced",
                    "Raise ssd_row_cache.index_memory");
        }
    }

    private double increase(String name) {
        return after.statistic(name) - before.statistic(name);
    }

    private void fail(String alert, String condition, String remedy) {
        findings.add(Finding.fail(NAME, alert + ": " + condition, remedy));
    }

    private void warn(String alert, String condition, String remedy) {
        findings.add(Finding.warn(NAME, alert + ": " + condition, remedy));
    }
}
