package org.ssdtier.node.weaver;

import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.schema.TableMetadata;
import org.ssdtier.rowcache.cassandra.RowCacheHooks;

/** Inlined into {@code ColumnFamilyStore} and {@code CacheService}. */
final class TableAdvice {
    private TableAdvice() {}

    /** A table's definition changed. */
    static final class Reload {
        private Reload() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.This ColumnFamilyStore table) {
            RowCacheHooks.schemaChanged(table);
        }
    }

    /** The node no longer owns some ranges. */
    static final class CleanupCache {
        private CleanupCache() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.This ColumnFamilyStore table) {
            RowCacheHooks.cleanedUp(table);
        }
    }

    /** Truncate, drop, index changes. */
    static final class InvalidateTable {
        private InvalidateTable() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.Argument(0) TableMetadata table) {
            RowCacheHooks.tableInvalidated(table);
        }
    }
}
