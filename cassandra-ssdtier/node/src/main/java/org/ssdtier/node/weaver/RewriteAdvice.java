package org.ssdtier.node.weaver;

import java.util.Collection;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.dht.Range;
import org.apache.cassandra.dht.Token;
import org.ssdtier.rowcache.cassandra.RowCacheHooks;

/** Advice inlined into {@code LifecycleTransaction} and {@code CompactionManager}, which rewrite SSTables. */
final class RewriteAdvice {
    private RewriteAdvice() {}

    /** Advice for {@code LifecycleTransaction.checkpoint}: the view is switched, possibly long before the commit. */
    static final class Checkpoint {
        private Checkpoint() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.This LifecycleTransaction transaction) {
            RowCacheHooks.viewChanges(transaction);
        }
    }

    /** Advice for {@code LifecycleTransaction.doCommit}: from then on, a start of the node finds the SSTables of the transaction. */
    static final class Commit {
        private Commit() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.This LifecycleTransaction transaction) {
            RowCacheHooks.transactionCommits(transaction);
        }
    }

    /** Advice for {@code LifecycleTransaction.doPostCleanup}: the last step of a transaction, committed or aborted. */
    static final class End {
        private End() {}

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.This LifecycleTransaction transaction) {
            RowCacheHooks.transactionEnded(transaction);
        }
    }

    /** Advice for {@code CompactionManager.doCleanupOne}: only rows outside the ranges are removed. */
    static final class Cleanup {
        private Cleanup() {}

        @Advice.OnMethodEnter
        static void enter(
                @Advice.Argument(1) LifecycleTransaction transaction,
                @Advice.Argument(3) Collection<Range<Token>> ranges) {
            RowCacheHooks.cleanupBegins(transaction, ranges);
        }
    }
}
