package org.ssdtier.node.weaver;

import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.cassandra.RowCacheHooks;

/** Advice inlined into {@code SinglePartitionReadCommand}. */
final class ReadAdvice {
    private ReadAdvice() {}

    /** Advice for a read through the row cache: our answer, if any, replaces Cassandra's method body. */
    static final class ThroughCache {
        private ThroughCache() {}

        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static @Nullable UnfilteredRowIterator enter(
                @Advice.This SinglePartitionReadCommand command,
                @Advice.Argument(0) ColumnFamilyStore table,
                @Advice.Argument(1) ReadExecutionController controller) {
            return RowCacheHooks.read(command, table, controller);
        }

        @Advice.OnMethodExit
        @SuppressWarnings("UnusedVariable") // the assignment to the parameter becomes the method's result
        static void exit(
                @Advice.Enter @Nullable UnfilteredRowIterator ours,
                @Advice.Return(readOnly = false) UnfilteredRowIterator result) {
            if (ours != null) {
                result = ours;
            }
        }
    }

    /** Advice for any read of a partition. */
    static final class QueryStorage {
        private QueryStorage() {}

        @Advice.OnMethodEnter
        static void enter(
                @Advice.This SinglePartitionReadCommand command, @Advice.Argument(0) ColumnFamilyStore table) {
            RowCacheHooks.beforeRead(command, table);
        }
    }
}
