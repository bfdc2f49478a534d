package org.ssdtier.node.weaver;

import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.schema.TableMetadata;
import org.ssdtier.rowcache.cassandra.RowCacheHooks;

/** Advice inlined into {@code ColumnFamilyStore} and {@code CacheService}. */
final class TableAdvice {
    private TableAdvice() {}

    /** Advice for a possible change of a table's definition. */
    static final class Reload {
        private Reload() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.This ColumnFamilyStore table) {
            RowCacheHooks.schemaChanged(table);
        }
    }

    /** Advice for a cleanup: the node no longer owns some ranges. */
    static final class CleanupCache {
        private CleanupCache() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.This ColumnFamilyStore table) {
            RowCacheHooks.cleanedUp(table);
        }
    }

    /** Advice for {@code nodetool forcecompact}: compactions remove all tombstones of some keys meanwhile. */
    static final class ForceCompact {
        private ForceCompact() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.This ColumnFamilyStore table, @Advice.Argument(0) String[] keys) {
            RowCacheHooks.forceCompactBegins(table, keys);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.This ColumnFamilyStore table) {
            RowCacheHooks.forceCompactEnded(table);
        }
    }

    /** Advice for the invalidation of a table: truncate, drop, index changes. */
    static final class InvalidateTable {
        private InvalidateTable() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.Argument(0) TableMetadata table) {
            RowCacheHooks.tableInvalidated(table);
        }
    }
}
