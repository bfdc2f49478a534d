package org.ssdtier.node.weaver;

import java.util.Collection;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.dht.Range;
import org.apache.cassandra.dht.Token;
import org.ssdtier.rowcache.cassandra.RowCacheHooks;

/** Inlined into {@code LifecycleTransaction} and {@code CompactionManager}: SSTables are rewritten. */
final class RewriteAdvice {
    private RewriteAdvice() {}

    /** {@code LifecycleTransaction.checkpoint}: the view is switched, maybe long before the commit. */
    static final class Checkpoint {
        private Checkpoint() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.This LifecycleTransaction transaction) {
            RowCacheHooks.viewChanges(transaction);
        }
    }

    /** {@code LifecycleTransaction.doCommit}: from here on a start of the node finds what the transaction made. */
    static final class Commit {
        private Commit() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.This LifecycleTransaction transaction) {
            RowCacheHooks.transactionCommits(transaction);
        }
    }

    /** {@code LifecycleTransaction.doPostCleanup}: the last that a transaction does, committed or aborted. */
    static final class End {
        private End() {}

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.This LifecycleTransaction transaction) {
            RowCacheHooks.transactionEnded(transaction);
        }
    }

    /** {@code CompactionManager.doCleanupOne}: only rows outside the ranges go. */
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
