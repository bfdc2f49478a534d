package org.ssdtier.rowcache.cassandra;

import java.util.function.Supplier;

/** The finest granularity of image indexes: every image of at least two rows has an index, and each row is a separate part. */
public final class FineIndex {
    private FineIndex() {}

    /** Applies this granularity to images made while the action runs; older images are not changed. */
    public static <T> T during(Supplier<T> action) {
        IndexGrain.use(new IndexGrain(0, 1, 0));
        try {
            return action.get();
        } finally {
            IndexGrain.use(IndexGrain.USUAL);
        }
    }
}
