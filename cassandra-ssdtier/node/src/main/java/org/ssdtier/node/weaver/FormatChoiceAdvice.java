package org.ssdtier.node.weaver;

import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import net.bytebuddy.asm.Advice;
import org.apache.cassandra.cql3.statements.PropertyDefinitions;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.compaction.CompactionManager;
import org.apache.cassandra.db.compaction.CompactionManager.AllSSTableOpStatus;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.format.SSTableFormat;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.schema.TableParams;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.cassandra.CatalogueHooks;

/** Advice inlined where Cassandra selects the format of a new SSTable and its header, and where it has written all its rows. */
final class FormatChoiceAdvice {
    private FormatChoiceAdvice() {}

    /** Advice for {@code ColumnFamilyStore.newSSTableDescriptor(File)}: compaction and all other rewrites of SSTables. */
    static final class Rewrite {
        private Rewrite() {}

        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static @Nullable Descriptor enter(@Advice.This ColumnFamilyStore table, @Advice.Argument(0) File directory) {
            return CatalogueHooks.newDescriptor(table, directory);
        }

        @Advice.OnMethodExit
        @SuppressWarnings("UnusedVariable") // the assignment to the parameter becomes the method's result
        static void exit(@Advice.Enter @Nullable Descriptor ours, @Advice.Return(readOnly = false) Descriptor result) {
            if (ours != null) {
                result = ours;
            }
        }
    }

    /** Advice for {@code ColumnFamilyStore.newSSTableDescriptor(File, SSTableFormat)}: a flush, which passes the node's format. */
    static final class Flush {
        private Flush() {}

        @Advice.OnMethodEnter
        @SuppressWarnings("UnusedVariable") // the assignment to the parameter becomes the argument
        static void enter(
                @Advice.This ColumnFamilyStore table,
                @Advice.Argument(value = 1, readOnly = false) SSTableFormat<?, ?> format) {
            format = CatalogueHooks.formatOf(table, format);
        }
    }

    /** Advice for {@code CompactionManager.performSSTableRewrite}: {@code nodetool upgradesstables}. */
    static final class Upgrade {
        private Upgrade() {}

        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        static @Nullable AllSSTableOpStatus enter(
                @Advice.This CompactionManager compactions,
                @Advice.Argument(0) ColumnFamilyStore table,
                @Advice.Argument(1) boolean skipsLatestVersion,
                @Advice.Argument(2) long newestMillis,
                @Advice.Argument(4) int jobs)
                throws InterruptedException, ExecutionException {
            Predicate<SSTableReader> conversion =
                    skipsLatestVersion ? CatalogueHooks.conversion(table, newestMillis) : null;
            return conversion == null ? null : compactions.performSSTableRewrite(table, conversion, jobs);
        }

        @Advice.OnMethodExit
        @SuppressWarnings("UnusedVariable") // the assignment to the parameter becomes the method's result
        static void exit(
                @Advice.Enter @Nullable AllSSTableOpStatus ours,
                @Advice.Return(readOnly = false) AllSSTableOpStatus result) {
            if (ours != null) {
                result = ours;
            }
        }
    }

    /** Advice for {@code TableAttributes.build}: the table properties of a CREATE or ALTER statement. */
    static final class Extensions {
        private Extensions() {}

        @Advice.OnMethodEnter
        static void enter(
                @Advice.FieldValue(value = "properties", declaringType = PropertyDefinitions.class)
                        Map<String, Object> properties,
                @Advice.Argument(0) TableParams.Builder params) {
            CatalogueHooks.extensions(properties, params);
        }
    }

    /** Advice for {@code SSTableWriter.Builder.setSerializationHeader}: cleanup and scrub pass the header of the SSTable they read. */
    static final class Header {
        private Header() {}

        @Advice.OnMethodEnter
        @SuppressWarnings("UnusedVariable") // the assignment to the parameter becomes the argument
        static void enter(@Advice.Argument(value = 0, readOnly = false) SerializationHeader header) {
            header = CatalogueHooks.stockHeader(header);
        }
    }

    /** Advice for {@code SSTableWriter.onSSTableWriterSwitched}: a rewrite goes on to its next SSTable, or has none left. */
    static final class AllRows {
        private AllRows() {}

        @Advice.OnMethodEnter
        static void enter(@Advice.FieldValue("header") SerializationHeader header) {
            CatalogueHooks.allRowsWritten(header);
        }
    }
}
