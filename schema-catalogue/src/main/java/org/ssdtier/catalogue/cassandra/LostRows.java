package org.ssdtier.catalogue.cassandra;

import org.jspecify.annotations.Nullable;

/**
 * The rows without a definition that a thread passes over while it scrubs an SSTable; everybody else gets an error for each. A
 * row's deletion stands before what needs the definition, so it is kept.
 */
final class LostRows implements AutoCloseable {
    private static final ThreadLocal<LostRows> CURRENT = new ThreadLocal<>();

    private long count;
    private @Nullable LostSchemaException last;

    private LostRows() {}

    /** Begins to pass over lost rows in this thread, until it is closed. */
    static LostRows passOver() {
        LostRows lost = new LostRows();
        CURRENT.set(lost);
        return lost;
    }

    /** Those of this thread; null if it passes over none. */
    static @Nullable LostRows current() {
        return CURRENT.get();
    }

    void add(LostSchemaException why) {
        count++;
        last = why;
    }

    long count() {
        return count;
    }

    /** Why the last one was lost; null if none was. */
    @Nullable
    LostSchemaException last() {
        return last;
    }

    @Override
    public void close() {
        CURRENT.remove();
    }
}
