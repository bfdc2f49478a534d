package org.ssdtier.rowcache.cassandra;

import java.util.function.Supplier;

/** An index in every image that has two rows: each row of it is a part of its own. */
public final class FineIndex {
    private FineIndex() {}

    /** Has images made so as long as the action runs; those from before stay as they are. */
    public static <T> T during(Supplier<T> action) {
        IndexGrain.use(new IndexGrain(0, 1, 0));
        try {
            return action.get();
        } finally {
            IndexGrain.use(IndexGrain.USUAL);
        }
    }
}
