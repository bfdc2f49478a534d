package org.ssdtier.node.weaver;

import com.google.common.base.Predicate;
import java.util.Collection;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.db.lifecycle.Tracker;
import org.apache.cassandra.db.memtable.Memtable;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.ssdtier.rowcache.cassandra.RowCacheHooks;

/** Inlined into {@code Tracker}: every place where a table's set of SSTables changes. */
final class TrackerAdvice {
    private TrackerAdvice() {}

    /** A memtable becomes SSTables. */
    static final class ReplaceFlushed {
        private ReplaceFlushed() {}

        @Advice.OnMethodEnter
        static boolean enter(
                @Advice.This Tracker tracker,
                @Advice.Argument(0) Memtable memtable,
                @Advice.Argument(1) Collection<SSTableReader> sstables) {
            return RowCacheHooks.beforeFlush(tracker, memtable, sstables);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.This Tracker tracker, @Advice.Enter boolean begun) {
            RowCacheHooks.afterFlush(tracker, begun);
        }
    }

    /** SSTables join: start, stream, import. */
    static final class AddSSTables {
        private AddSSTables() {}

        @Advice.OnMethodEnter
        static boolean enter(
                @Advice.This Tracker tracker,
                @Advice.Argument(0) Collection<SSTableReader> sstables,
                @Advice.Argument(1) boolean initial) {
            return RowCacheHooks.beforeAdd(tracker, sstables, initial);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.This Tracker tracker, @Advice.Enter boolean begun) {
            RowCacheHooks.afterAdd(tracker, begun);
        }
    }

    /** SSTables go: truncate, drop, a directory that cannot be read. */
    static final class DropSSTables {
        private DropSSTables() {}

        @Advice.OnMethodEnter
        static boolean enter(@Advice.This Tracker tracker, @Advice.Argument(0) Predicate<SSTableReader> goes) {
            return RowCacheHooks.beforeDrop(tracker, goes);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.This Tracker tracker, @Advice.Enter boolean begun) {
            RowCacheHooks.afterDrop(tracker, begun);
        }
    }

    /** A transaction over SSTables commits. In {@code LifecycleTransaction}. */
    static final class Commit {
        private Commit() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.This LifecycleTransaction transaction) {
            RowCacheHooks.beforeCommit(transaction);
        }
    }

    /** SSTables were replaced by others. */
    static final class SSTablesChanged {
        private SSTablesChanged() {}

        @Advice.OnMethodEnter
        static void enter(
                @Advice.This Tracker tracker,
                @Advice.Argument(0) Collection<SSTableReader> removed,
                @Advice.Argument(2) OperationType operation) {
            RowCacheHooks.sstablesReplaced(tracker, removed, operation);
        }
    }
}
