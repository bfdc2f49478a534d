package org.ssdtier.catalogue.cassandra;

import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.format.SSTableFormat;
import org.apache.cassandra.io.util.File;
import org.jspecify.annotations.Nullable;

/** What woven classes of Cassandra call, beside {@link CataloguedRows}. */
public final class CatalogueHooks {
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
        return WriteSettings.current().tables().has(table.getKeyspaceName(), table.getTableName())
                ? CataloguedFormat.instance()
                : named;
    }

    /**
     * Whether {@code nodetool upgradesstables} without {@code -a} may pass over the SSTables of their format's latest version:
     * not if the table is written in another format by now, else a conversion would need the {@code -a}.
     *
     * @param asked whether it would
     */
    public static boolean skipsLatestVersion(ColumnFamilyStore table, boolean asked) {
        SSTableFormat<?, ?> wanted = formatOf(table, DatabaseDescriptor.getSelectedSSTableFormat());
        return asked
                && table.getLiveSSTables().stream()
                        .map(sstable -> sstable.descriptor.getFormat())
                        .allMatch(format -> format.equals(wanted) || !isOurs(format, wanted));
    }

    /** Conversions between Cassandra's own formats are left as they are. */
    private static boolean isOurs(SSTableFormat<?, ?> one, SSTableFormat<?, ?> other) {
        return one instanceof CataloguedFormat || other instanceof CataloguedFormat;
    }

    /** Cassandra's own header, for the writer of any format. */
    public static SerializationHeader stockHeader(SerializationHeader header) {
        return CataloguedHeader.unwrap(header);
    }

    /** Everything of the node is loaded, no client has been served. */
    public static void nodeStarted() {
        if (SchemaCatalogueOptions.current().isEnabled()) {
            NodeCatalogue.start();
            CatalogueView.register();
        }
    }
}
