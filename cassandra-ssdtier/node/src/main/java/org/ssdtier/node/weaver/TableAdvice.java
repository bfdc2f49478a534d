package org.ssdtier.node.weaver;

import java.util.Collection;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.dht.Bounds;
import org.apache.cassandra.dht.Token;
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

    /** A stream arrived. */
    static final class InvalidateBounds {
        private InvalidateBounds() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.This ColumnFamilyStore table, @Advice.Argument(0) Collection<Bounds<Token>> bounds) {
            RowCacheHooks.boundsInvalidated(table, bounds);
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
