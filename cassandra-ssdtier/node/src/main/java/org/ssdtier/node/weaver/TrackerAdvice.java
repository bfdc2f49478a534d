package org.ssdtier.node.weaver;

import com.google.common.base.Predicate;
import java.util.Collection;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.lifecycle.Tracker;
import org.apache.cassandra.db.memtable.Memtable;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.cassandra.RowCacheHooks;

/** Advice inlined into {@code Tracker} wherever a table's set of SSTables changes. */
final class TrackerAdvice {
    private TrackerAdvice() {}

    /** Advice for a flush: a memtable is replaced by SSTables. */
    static final class ReplaceFlushed {
        private ReplaceFlushed() {}

        @Advice.OnMethodEnter
        static @Nullable Runnable enter(
                @Advice.This Tracker tracker,
                @Advice.Argument(0) Memtable memtable,
                @Advice.Argument(1) Collection<SSTableReader> sstables) {
            return RowCacheHooks.beforeFlush(tracker, memtable, sstables);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter @Nullable Runnable end) {
            RowCacheHooks.after(end);
        }
    }

    /** Advice for the addition of SSTables: start, stream, import. */
    static final class AddSSTables {
        private AddSSTables() {}

        @Advice.OnMethodEnter
        static @Nullable Runnable enter(
                @Advice.This Tracker tracker,
                @Advice.Argument(0) Collection<SSTableReader> sstables,
                @Advice.Argument(1) boolean initial) {
            return RowCacheHooks.beforeAdd(tracker, sstables, initial);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter @Nullable Runnable end) {
            RowCacheHooks.after(end);
        }
    }

    /** Advice for the removal of SSTables: truncate, drop, a directory that cannot be read. */
    static final class DropSSTables {
        private DropSSTables() {}

        @Advice.OnMethodEnter
        static @Nullable Runnable enter(
                @Advice.This Tracker tracker, @Advice.Argument(0) Predicate<SSTableReader> goes) {
            return RowCacheHooks.beforeDrop(tracker, goes);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter @Nullable Runnable end) {
            RowCacheHooks.after(end);
        }
    }
}
