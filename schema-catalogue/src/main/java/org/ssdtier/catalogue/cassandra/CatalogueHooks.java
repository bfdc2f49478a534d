package org.ssdtier.catalogue.cassandra;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.IVerifier;
import org.apache.cassandra.io.sstable.format.SSTableFormat;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.format.bti.BtiTableReader;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.schema.TableParams;
import org.apache.cassandra.service.ClientWarn;
import org.apache.cassandra.utils.OutputHandler;
import org.jspecify.annotations.Nullable;

/** What woven classes of Cassandra call, beside {@link CataloguedRows}. */
public final class CatalogueHooks {
    private static final String NOT_ENABLED =
            "extensions['" + TableExtension.KEY + "']='true' has no effect on nodes with "
                    + "schema_catalogue.enabled=false in their cassandra.yaml, and the one that was asked is such a node";

    private CatalogueHooks() {}

    /** The file name of a new SSTable of a table that is written in our format; null for any other, which Cassandra names. */
    public static @Nullable Descriptor newDescriptor(ColumnFamilyStore table, File directory) {
        SSTableFormat<?, ?> selected = DatabaseDescriptor.getSelectedSSTableFormat();
        SSTableFormat<?, ?> format = formatOf(table, selected);
        return format == selected ? null : table.newSSTableDescriptor(directory, format.getLatestVersion());
    }

    /**
     * The format of a new SSTable.
     *
     * @param named what Cassandra wants; only the node's selected format is open to a choice, others are those of a stream
     */
    public static SSTableFormat<?, ?> formatOf(ColumnFamilyStore table, SSTableFormat<?, ?> named) {
        if (!named.equals(DatabaseDescriptor.getSelectedSSTableFormat()) || table.isIndex()) {
            return named;
        }
        return WriteSettings.current().tables().has(table.metadata()) ? CataloguedFormat.instance() : named;
    }

    /**
     * The format of an SSTable that parts of a streamed one are written to: that of this node's own SSTables of the table, if
     * either is ours. So a table that has gone back does not get SSTables of our format from nodes that have not.
     *
     * @param sent the format of the sender's SSTable
     */
    public static SSTableFormat<?, ?> streamedFormat(ColumnFamilyStore table, SSTableFormat<?, ?> sent) {
        SSTableFormat<?, ?> own = formatOf(table, DatabaseDescriptor.getSelectedSSTableFormat());
        return sent instanceof CataloguedFormat || own instanceof CataloguedFormat ? own : sent;
    }

    /**
     * What {@code nodetool upgradesstables} without {@code -a} is to rewrite in a table that is written in another format by now:
     * SSTables of that other format, beside those of an old version. Cassandra itself looks at versions only, so a conversion
     * would need the {@code -a}, which rewrites again what is converted already.
     *
     * @param newestMillis SSTables created later are left alone
     * @return null if there is nothing to convert
     */
    public static @Nullable Predicate<SSTableReader> conversion(ColumnFamilyStore table, long newestMillis) {
        SSTableFormat<?, ?> wanted = formatOf(table, DatabaseDescriptor.getSelectedSSTableFormat());
        if (table.getLiveSSTables().stream().noneMatch(sstable -> isToConvert(sstable, wanted))) {
            return null;
        }
        return sstable ->
                (isToConvert(sstable, wanted) || isOld(sstable)) && sstable.getDataCreationTime() <= newestMillis;
    }

    private static boolean isOld(SSTableReader sstable) {
        return !sstable.descriptor.version.equals(sstable.descriptor.getFormat().getLatestVersion());
    }

    /** Conversions between Cassandra's own formats are left as they are. */
    private static boolean isToConvert(SSTableReader sstable, SSTableFormat<?, ?> wanted) {
        SSTableFormat<?, ?> format = sstable.descriptor.getFormat();
        return !format.equals(wanted) && (format instanceof CataloguedFormat || wanted instanceof CataloguedFormat);
    }

    /**
     * Gives a table the extensions that a CREATE or ALTER statement names.
     *
     * @param properties the statement's, as its parser made them
     * @param params of the table, which gets them
     * @throws ConfigurationException if our extension's value is not allowed
     */
    public static void extensions(Map<String, Object> properties, TableParams.Builder params) {
        Object given = properties.get(TableParams.Option.EXTENSIONS.toString());
        if (given == null) {
            return;
        }
        Map<String, ByteBuffer> extensions = TableExtension.parse(given);
        params.extensions(extensions);
        if (Boolean.TRUE.equals(TableExtension.of(extensions))
                && !WriteSettings.current().tables().enabled()) {
            warnOnce(NOT_ENABLED);
        }
    }

    /** A statement's properties are gone through more than once. */
    private static void warnOnce(String text) {
        List<String> warnings = ClientWarn.instance.getWarnings();
        if (warnings == null || !warnings.contains(text)) {
            ClientWarn.instance.warn(text);
        }
    }

    /** Cassandra's own header, for the writer of any format. */
    public static SerializationHeader stockHeader(SerializationHeader header) {
        return CataloguedHeader.unwrap(header);
    }

    /** What verifies an SSTable; null for one that is not of our format, which Cassandra verifies. */
    public static @Nullable IVerifier verifier(
            BtiTableReader sstable,
            ColumnFamilyStore table,
            OutputHandler output,
            boolean isOffline,
            IVerifier.Options options) {
        return sstable.descriptor.getFormat() instanceof CataloguedFormat
                ? new CataloguedVerifier(table, sstable, output, isOffline, options)
                : null;
    }

    /**
     * Everything of the node is loaded, no client has been served.
     *
     * @throws ConfigurationException if SSTables could not be loaded that a newer jar wrote
     */
    public static void nodeStarted() {
        UnreadableVersions.refuseStart();
        if (SchemaCatalogueOptions.current().isEnabled()) {
            NodeCatalogue.start();
            CatalogueView.register();
        }
    }
}
