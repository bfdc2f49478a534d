package org.ssdtier.node.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A check of a running node's row cache: its state, its errors, and how full it is. */
final class TierCheck {
    private static final String STATE = "state";
    private static final String ERRORS = "errors";
    private static final String CACHE = "cache";
    private static final String LOG = "See system.log for the WARN; docs/operating.md, Changes and errors";

    private TierCheck() {}

    /** Returns the finding on a node without a row cache of ours. */
    static Finding missing(JmxAddress address) {
        return Finding.fail(
                STATE,
                "node=" + address + ": runs without the SSD row cache",
                "Install the jar, set ssd_row_cache.enabled: true and row_cache_size above 0, and restart; or wait for"
                        + " the end of its start");
    }

    static List<Finding> of(TierFigures tier) {
        List<Finding> findings = new ArrayList<>();
        findings.add(state(tier));
        addErrors(tier, findings);
        findings.add(content(tier));
        return findings;
    }

    private static Finding state(TierFigures tier) {
        return switch (tier.state()) {
            case "ONLINE" -> Finding.ok(STATE, "ONLINE");
            case "RECOVERING" ->
                Finding.warn(STATE, "RECOVERING: rows on the SSD do not answer yet", "Wait; it takes seconds");
            case "PAUSED" ->
                Finding.warn(STATE, "PAUSED: an operator stopped the use of the SSD", "nodetool ssdrowcache resume");
            case "DISABLED" ->
                Finding.fail(
                        STATE,
                        "DISABLED: there is no SSD tier, or the node was drained",
                        "Set ssd_row_cache.enabled: true, and restart");
            default ->
                Finding.fail(
                        STATE,
                        tier.state() + (tier.outageReason().isEmpty() ? "" : ": " + tier.outageReason()),
                        "Repair the cause; no restart is needed. See docs/operating.md, When something goes wrong");
        };
    }

    private static void addErrors(TierFigures tier, List<Finding> findings) {
        int before = findings.size();
        addIfAny(findings, tier, "errors", "exceptions in the cache", "Report the WARN in system.log; it is a bug");
        addIfAny(findings, tier, "checksumErrors", "damaged records on the SSD", "If they grow, replace the drive");
        addIfAny(findings, tier, "ioErrors", "failed reads and writes", LOG);
        addIfAny(findings, tier, "outages", "times the tier went OFFLINE", LOG);
        addIfAny(
                findings,
                tier,
                "lateReads",
                "reads that the SSD did not answer in time",
                "If they grow, the drive stalls; if it is sound but slow, raise ssd_row_cache.read_timeout");
        if (findings.size() == before) {
            findings.add(Finding.ok(ERRORS, "none since the start"));
        }
    }

    private static void addIfAny(List<Finding> findings, TierFigures tier, String name, String text, String remedy) {
        long count = tier.statistic(name);
        if (count > 0) {
            findings.add(Finding.warn(ERRORS, name + "=" + count + " since the start: " + text, remedy));
        }
    }

    private static Finding content(TierFigures tier) {
        String found = String.format(
                Locale.ROOT,
                "hitRate=%s of %,d look-ups, in memory %s of %s, on the SSD %,d rows, index full to %s",
                Amounts.percent(tier.ratio("hitRate")),
                tier.lookups(),
                Amounts.bytes(tier.statistic("memoryBytes")),
                Amounts.bytes(tier.statistic("memoryCapacityBytes")),
                tier.statistic("entries"),
                Amounts.percent(tier.ratio("indexFill")));
        long heap = tier.statistic("memoryHeapBytes");
        long limit = tier.statistic("memoryHeapLimitBytes");
        boolean isHeapFull = limit > 0 && heap > limit * 0.95;
        boolean hasRoom = tier.statistic("memoryBytes") < tier.statistic("memoryCapacityBytes") * 0.8;
        return isHeapFull && hasRoom
                ? Finding.warn(
                        CACHE,
                        found + "; heap_limit=" + Amounts.bytes(limit) + " is reached before row_cache_size",
                        "Raise ssd_row_cache.heap_limit and the heap, or lower row_cache_size: the rows are small")
                : Finding.ok(CACHE, found);
    }
}
