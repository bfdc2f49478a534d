package org.ssdtier.benchmarks.survive;

import java.util.Locale;
import org.ssdtier.benchmarks.node.RowCacheKind;

/** The compared row caches. */
enum RowCacheArm {
    /** The tier: a write keeps the image, a flush is merged into it. */
    SURVIVE(RowCacheKind.SSDTIER),
    /** The tier with the paper's semantics: a write drops the image. */
    INVALIDATE(RowCacheKind.SSDTIER),
    /** Stock Cassandra's {@code SerializingCacheProvider}. */
    SERIALIZING(RowCacheKind.SERIALIZING),
    /** Stock Cassandra's default, {@code OHCProvider}. */
    OHC(RowCacheKind.OHC);

    final RowCacheKind rowCache;

    RowCacheArm(RowCacheKind rowCache) {
        this.rowCache = rowCache;
    }

    boolean isTier() {
        return rowCache == RowCacheKind.SSDTIER;
    }

    /** Returns the word in reports; for the tier it is the value of {@code write_policy}. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
