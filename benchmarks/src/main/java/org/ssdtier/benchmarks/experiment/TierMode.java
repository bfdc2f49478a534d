package org.ssdtier.benchmarks.experiment;

import java.util.Map;

/** The part of the tier that an arm uses, so that its gain can be split by cause. Has no effect without the tier. */
enum TierMode {
    /** As an operator gets it: rows survive writes, the SSD keeps what is worth more. */
    SURVIVE(Map.of("write_policy", "survive")),
    /** A write drops the row, as in the paper. */
    INVALIDATE(Map.of("write_policy", "invalidate")),
    /** The SSD takes every row that memory evicts. */
    ADMIT_ALL(Map.of("write_policy", "survive", "admission", "all")),
    /** The SSD is not used: the tier is paused. */
    MEMORY_ONLY(Map.of("write_policy", "survive"));

    private final Map<String, String> settings;

    TierMode(Map<String, String> settings) {
        this.settings = settings;
    }

    /** Returns the settings in the block {@code ssd_row_cache}. */
    Map<String, String> settings() {
        return settings;
    }
}
