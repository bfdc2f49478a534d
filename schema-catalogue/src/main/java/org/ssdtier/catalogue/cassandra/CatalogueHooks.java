package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.commitlog.CommitLog;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.catalogue.cassandra.config.SchemaCatalogueOptions;
import org.ssdtier.catalogue.cassandra.config.TableExtension;
import org.ssdtier.catalogue.cassandra.config.WriteSettings;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedFormat;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedHeader;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedVerifier;
import org.ssdtier.catalogue.cassandra.sstable.UnreadableVersions;

/** Static methods that the woven classes of Cassandra call, in addition to those of {@code CataloguedRows}. */
public final class CatalogueHooks {
    private static final Logger logger = LoggerFactory.getLogger(CatalogueHooks.class);
    private static final String NOT_ENABLED =
            "extensions['" + TableExtension.KEY + "']='true' has no effect on nodes with "
                    + "schema_catalogue.enabled=false in their cassandra.yaml; the node that ran the statement is one";

    private CatalogueHooks() {}

    /**
     * Returns the descriptor of a new SSTable, which names its files, if the table is written in our format; null for
     * any other table, whose SSTables Cassandra names.
     */
    public static @Nullable Descriptor newDescriptor(ColumnFamilyStore table, File directory) {
        SSTableFormat<?, ?> selected = DatabaseDescriptor.getSelectedSSTableFormat();
        SSTableFormat<?, ?> format = formatOf(table, selected);
        return format == selected ? null : table.newSSTableDescriptor(directory, format.getLatestVersion());
    }

    /**
     * Returns the format of a new SSTable.
     *
     * @param named the format that Cassandra would use; only the node's selected format may be replaced, any other is
     *     that of a stream
     */
    public static SSTableFormat<?, ?> formatOf(ColumnFamilyStore table, SSTableFormat<?, ?> named) {
        if (!named.equals(DatabaseDescriptor.getSelectedSSTableFormat()) || table.isIndex()) {
            return named;
        }
        return WriteSettings.current().tables().has(table.metadata()) ? CataloguedFormat.instance() : named;
    }

    /**
     * Returns the format of an SSTable to which parts of a streamed one are written: that of this node's own SSTables
     * of the table, if either that or the sender's is our format. So a table that was converted back does not receive
     * SSTables of our format from nodes on which it was not.
     *
     * @param sent the format of the sender's SSTable
     */
    public static SSTableFormat<?, ?> streamedFormat(ColumnFamilyStore table, SSTableFormat<?, ?> sent) {
        SSTableFormat<?, ?> own = formatOf(table, DatabaseDescriptor.getSelectedSSTableFormat());
        return sent instanceof CataloguedFormat || own instanceof CataloguedFormat ? own : sent;
    }

    /**
     * Returns a predicate for the SSTables that {@code nodetool upgradesstables} without {@code -a} rewrites in a table
     * whose format has changed: SSTables of another format than the table's, and those of an old version. Cassandra
     * itself compares only versions, so a conversion would need {@code -a}, which also rewrites SSTables that are
     * already converted.
     *
     * @param newestMillis SSTables created later are not rewritten
     * @return null if there is nothing to convert
     */
    public static @Nullable Predicate<SSTableReader> conversion(ColumnFamilyStore table, long newestMillis) {
        SSTableFormat<?, ?> wanted = formatOf(table, DatabaseDescriptor.getSelectedSSTableFormat());
        if (table.getLiveSSTables().stream().noneMatch(sstable -> needsConversion(sstable, wanted))) {
            return null;
        }
        return sstable ->
                (needsConversion(sstable, wanted) || isOld(sstable)) && sstable.getDataCreationTime() <= newestMillis;
    }

    private static boolean isOld(SSTableReader sstable) {
        return !sstable.descriptor.version.equals(sstable.descriptor.getFormat().getLatestVersion());
    }

    /** Returns whether an SSTable is to be converted; conversions between Cassandra's own formats are not affected. */
    private static boolean needsConversion(SSTableReader sstable, SSTableFormat<?, ?> wanted) {
        SSTableFormat<?, ?> format = sstable.descriptor.getFormat();
        return !format.equals(wanted) && (format instanceof CataloguedFormat || wanted instanceof CataloguedFormat);
    }

    /**
     * Sets the extensions that a CREATE or ALTER statement names for a table.
     *
     * @param properties the properties of the statement, as its parser made them
     * @param params the parameters of the table, which receive the extensions
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

    /**
     * Adds a warning for the client, unless it is present already: a statement's properties are read more than once.
     */
    private static void warnOnce(String text) {
        List<String> warnings = ClientWarn.instance.getWarnings();
        if (warnings == null || !warnings.contains(text)) {
            ClientWarn.instance.warn(text);
        }
    }

    /** Returns Cassandra's own header, for the writer of any format. */
    public static SerializationHeader stockHeader(SerializationHeader header) {
        return CataloguedHeader.unwrap(header);
    }

    /**
     * Records that a rewrite has written all rows of an SSTable and goes on to the next one.
     *
     * @param header the header that the SSTable is written with
     * @throws org.apache.cassandra.io.FSWriteError if its dictionary cannot be written
     */
    public static void allRowsWritten(SerializationHeader header) {
        if (header instanceof CataloguedHeader ours) {
            ours.allRowsWritten();
        }
    }

    /** Returns the verifier of an SSTable; null for one that is not of our format, which Cassandra verifies. */
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
     * Replays the commit log, unless SSTables were not opened because this jar cannot read their version. Replay is the first step of a
     * start after all tables are opened, and long before the node joins the ring: without these SSTables it would answer the reads of
     * other nodes, and its compactions could purge tombstones that they need.
     *
     * @return the number of replayed mutations
     * @throws ConfigurationException if there are such SSTables
     * @throws IOException if the commit log cannot be replayed
     */
    public static int replay(CommitLog log) throws IOException {
        UnreadableVersions.refuseStart();
        return log.recoverSegmentsOnDisk();
    }

    /**
     * Starts the node's catalogue. Called when the node has loaded everything and has served no client yet. If that fails, the node
     * runs without the catalogue.
     *
     * @throws ConfigurationException if SSTables of tables that other nodes have told this one of since the {@link #replay} were not
     *     opened because this jar cannot read their version
     */
    public static void nodeStarted() {
        UnreadableVersions.refuseStart();
        if (SchemaCatalogueOptions.current().isEnabled()) {
            begin(NodeCatalogue::start);
            begin(CatalogueView::register);
        }
    }

    /** Runs a step of the catalogue's start; a failure does not end the node's start. */
    static void begin(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error e) {
            logger.error(
                    "The start of the schema catalogue failed: until the next start the node may run without it or without its "
                            + "figures. No data is affected",
                    e);
        }
    }
}
