package org.ssdtier.catalogue.cassandra.row;

import org.jspecify.annotations.Nullable;

/**
 * The rows without a definition that a thread skips while it scrubs an SSTable; in any other thread each such row is an
 * error. A row's deletion precedes the part that needs the definition, so it is kept.
 */
public final class LostRows implements AutoCloseable {
    private static final ThreadLocal<LostRows> CURRENT = new ThreadLocal<>();

    private long count;
    private @Nullable LostSchemaException last;

    private LostRows() {}

    /** Begins to skip lost rows in this thread, until the result is closed. */
    public static LostRows passOver() {
        LostRows lost = new LostRows();
        CURRENT.set(lost);
        return lost;
    }

    /** Returns whether this thread skips lost rows. */
    public static boolean isPassingOver() {
        return CURRENT.get() != null;
    }

    /** Returns the lost rows of this thread; null if it does not skip any. */
    static @Nullable LostRows current() {
        return CURRENT.get();
    }

    void add(LostSchemaException why) {
        count++;
        last = why;
    }

    /** Returns the number of rows skipped. */
    public long count() {
        return count;
    }

    /** Returns the reason why the last row was lost; null if none was. */
    public @Nullable LostSchemaException last() {
        return last;
    }

    @Override
    public void close() {
        CURRENT.remove();
    }
}
