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
            "SsdRowCachePaused",
            "SsdRowCacheRecovering",
            "SsdRowCacheShrunk",
            "SsdRowCacheDamagedRecords",
            "SsdRowCacheIoErrors",
            "SsdRowCacheLateReads",
            "SsdRowCacheErrors",
            "SsdRowCacheDropsEvictions",
            "SsdRowCacheWriteBudget",
            "SsdRowCacheIndexFull",
            "SsdRowCacheLowHitRatio",
            "SsdKeyIndexOffline",
            "SchemaCatalogueClosed",
            "SchemaCatalogueNotWritten");

    /** The alerts that two readings cannot tell: changes that need a history, and writes that come in bursts. */
    static final Set<String> NOT_SEEN = Set.of("SsdRowCacheFlapping", "SsdRowCacheWriteAmplification");

    private static final String NAME = "alerts";
    private static final double MOST_DAMAGED_AN_HOUR = 10;
    private static final double LEAST_CAPACITY = 0.95;
    private static final double MOST_LATE_SHARE = 0.01;
    private static final double MOST_DROPPED_SHARE = 0.1;
    private static final double MOST_REJECTED_SHARE = 0.5;
    private static final double FULL_INDEX = 0.95;
    private static final double LEAST_HIT_SHARE = 0.1;
    private static final double BUSY_MISSES = 10;
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
        checkState();
        checkErrors(uptimeSeconds);
        checkFlow();
        checkHits();
        checkOthers();
    }

    private void checkState() {
        switch (after.state()) {
            case "OFFLINE" -> fail("SsdRowCacheOffline", "state=OFFLINE", "See state");
            case "PAUSED" -> warn("SsdRowCachePaused", "state=PAUSED", "See state");
            case "RECOVERING" -> warn("SsdRowCacheRecovering", "state=RECOVERING", "See state");
            default -> {
                // the others are no alert's
            }
        }
        double capacity = (double) after.statistic("capacityBytes");
        double configured = (double) after.statistic(TierFigures.CONFIGURED_BYTES);
        if (after.state().equals("ONLINE") && capacity < LEAST_CAPACITY * configured) {
            warn(
                    "SsdRowCacheShrunk",
                    "capacityBytes=" + (long) capacity + " of ConfiguredBytes=" + (long) configured,
                    "Free space in the file system of the directory, or lower size");
        }
    }

    private void checkErrors(double uptimeSeconds) {
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
        if (increase("ioErrors") > 0) {
            fail(
                    "SsdRowCacheIoErrors",
                    "ioErrors=" + (long) increase("ioErrors") + " in the seconds seen",
                    "See system.log and dmesg, and check the drive");
        }
        if (increase("errors") > 0) {
            fail("SsdRowCacheErrors", "errors=" + (long) increase("errors") + " in the seconds seen", "See system.log");
        }
        double late = increase("lateReads") + increase("refusedReads");
        if (late > MOST_LATE_SHARE * increase("ssdHits")) {
            warn(
                    "SsdRowCacheLateReads",
                    String.format(
                            Locale.ROOT,
                            "late or refused reads=%.1f/s beside ssdHits=%.1f/s, more than a hundredth",
                            late / seconds,
                            increase("ssdHits") / seconds),
                    "Measure the drive with --probe; see lateReads and refusedReads in docs/operating.md");
        }
    }

    private void checkFlow() {
        double demoted = increase("demotions");
        double dropped = increase("droppedPending");
        if (dropped > MOST_DROPPED_SHARE * demoted) {
            warn(
                    "SsdRowCacheDropsEvictions",
                    String.format(
                            Locale.ROOT,
                            "droppedPending=%.1f/s of demotions=%.1f/s, more than a tenth",
                            dropped / seconds,
                            demoted / seconds),
                    "Lower ssd_row_cache.write_rate_limit, or raise row_cache_size: the SSD is too slow");
        }
        double rejected = increase("rejectedWriteRate");
        if (rejected > MOST_REJECTED_SHARE * demoted) {
            warn(
                    "SsdRowCacheWriteBudget",
                    String.format(
                            Locale.ROOT,
                            "rejectedWriteRate=%.1f/s of demotions=%.1f/s, more than half",
                            rejected / seconds,
                            demoted / seconds),
                    "Raise ssd_row_cache.write_rate_limit if the drive's endurance permits");
        }
        if (after.ratio("indexFill") > FULL_INDEX && increase("indexDisplaced") > 0) {
            warn(
                    "SsdRowCacheIndexFull",
                    "indexFill=" + Amounts.percent(after.ratio("indexFill")) + " and rows are displaced",
                    "Raise ssd_row_cache.index_memory");
        }
    }

    private void checkHits() {
        double hits = increase("ssdHits") + increase("pendingHits");
        double misses = increase("misses");
        if (hits < LEAST_HIT_SHARE * misses && misses / seconds > BUSY_MISSES && increase("reclaims") > 0) {
            warn(
                    "SsdRowCacheLowHitRatio",
                    String.format(
                            Locale.ROOT,
                            "the SSD answers %.1f/s beside misses=%.1f/s, less than a tenth, and is full",
                            hits / seconds,
                            misses / seconds),
                    "See tables for those whose rows are wanted only once; otherwise raise size");
        }
    }

    /** Checks what the node has beside the row cache; a figure is missing where it is not in use. */
    private void checkOthers() {
        if (after.has(TierFigures.KEY_INDEX_ONLINE) && after.statistic(TierFigures.KEY_INDEX_ONLINE) == 0) {
            warn("SsdKeyIndexOffline", "the key indexes are not used", "See system.log, and check the drive");
        }
        if (after.has(TierFigures.CATALOGUE_OPEN) && after.statistic(TierFigures.CATALOGUE_OPEN) == 0) {
            warn(
                    "SchemaCatalogueClosed",
                    "the schema catalogue is not open, so new SSTables get no IDs",
                    "See system.log for the reason");
        }
        checkCatalogueIsWritten();
    }

    private void checkCatalogueIsWritten() {
        double failures = increase(TierFigures.CATALOGUE_SYNC_FAILURES);
        long unwritten = after.statistic(TierFigures.CATALOGUE_UNWRITTEN);
        // a device that hangs neither writes them nor fails
        long waiting = increase(TierFigures.CATALOGUE_SYNCS) > 0
                ? 0
                : Math.min(
                        before.statistic(TierFigures.CATALOGUE_PENDING),
                        after.statistic(TierFigures.CATALOGUE_PENDING));
        if (failures > 0 || unwritten > 0 || waiting > 0) {
            warn(
                    "SchemaCatalogueNotWritten",
                    "syncFailures=" + (long) failures + " in the seconds seen, definitionsUnwritten=" + unwritten
                            + ", definitionsPending=" + waiting + " without a sync",
                    "Check the device of schema_catalogue.directory");
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
