package org.ssdtier.benchmarks.experiment;

import java.util.Map;

/** The part of the tier that an arm uses, so that its gain can be split by cause. Has no effect without the tier. */
enum TierMode {
    /** As an operator gets it: rows survive writes, the SSD keeps what is worth more. */
    SURVIVE(Map.of("write_policy", "survive"), true),
    /** A write drops the row, as in the paper. */
    INVALIDATE(Map.of("write_policy", "invalidate"), true),
    /** The SSD takes every row that memory evicts. */
    ADMIT_ALL(Map.of("write_policy", "survive", "admission", "all"), true),
    /** The SSD is not used: the tier is paused. */
    MEMORY_ONLY(Map.of("write_policy", "survive"), false),
    /** The SSD is not used, and a write drops the row: beside stock's row cache, only the choice of rows differs. */
    MEMORY_INVALIDATE(Map.of("write_policy", "invalidate"), false);

    private final Map<String, String> settings;
    private final boolean hasSsd;

    TierMode(Map<String, String> settings, boolean hasSsd) {
        this.settings = settings;
        this.hasSsd = hasSsd;
    }

    /** Returns whether the SSD is used; otherwise the tier is paused. */
    boolean hasSsd() {
        return hasSsd;
    }

    /** Returns the settings in the block {@code ssd_row_cache}. */
    Map<String, String> settings() {
        return settings;
    }
}
