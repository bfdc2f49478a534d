package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.SerializationHelper;
import org.apache.cassandra.schema.TableMetadata;
import org.ssdtier.catalogue.CatalogueOptions;
import org.ssdtier.catalogue.CatalogueStats;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.cassandra.image.ImageCatalogue;
import org.ssdtier.catalogue.cassandra.image.KnownSchemas;
import org.ssdtier.catalogue.cassandra.row.RowDefinitions;
import org.ssdtier.catalogue.cassandra.row.RowScan;
import org.ssdtier.catalogue.cassandra.row.ShapeHash;
import org.ssdtier.catalogue.cassandra.sstable.ListedSchemas;
import org.ssdtier.catalogue.cassandra.sstable.SstableDictionaries;

/** The schema catalogue of the embedded node, opened as by a start with {@code schema_catalogue.enabled}; the node starts without it. */
public final class EmbeddedCatalogue implements AutoCloseable {
    private static final long KNOWN_BYTES = 16 << 20;

    private final SchemaCatalogue catalogue;

    private EmbeddedCatalogue(SchemaCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** Opens or creates a catalogue; only one may be open at a time. */
    public static EmbeddedCatalogue open(Path directory) throws IOException {
        return open(directory, options -> options, KNOWN_BYTES);
    }

    /** Opens or creates a catalogue with other options and another limit on the definitions to which images may refer. */
    public static EmbeddedCatalogue open(Path directory, UnaryOperator<CatalogueOptions> options, long knownBytes)
            throws IOException {
        SchemaCatalogue catalogue =
                SchemaCatalogue.open(directory, options.apply(CatalogueOptions.ofOwner(new UUID(1, 2))));
        NodeCatalogue.use(catalogue, knownBytes);
        return new EmbeddedCatalogue(catalogue);
    }

    /** Opens a catalogue as a node does: a damaged one is set aside, and a new one is created in its place. */
    public static EmbeddedCatalogue openOrCreate(Path directory) throws IOException {
        SchemaCatalogue catalogue =
                new CatalogueDirectory(directory).openOrCreate(CatalogueOptions.ofOwner(new UUID(1, 2)));
        NodeCatalogue.use(catalogue, KNOWN_BYTES);
        return new EmbeddedCatalogue(catalogue);
    }

    /** Assigns an ID to a row's definition and makes it durable, as the completion of an SSTable does. Returns the ID. */
    public int learn(TableMetadata table, Row row) {
        try (SchemaIds ids = catalogue.lease(table.id.asUUID())) {
            SchemaDefinition definition = definition(table, row);
            int id = ids.idOf(definition);
            if (id == SchemaIds.NONE || !catalogue.sync()) {
                throw new AssertionError("no ID for " + definition);
            }
            ImageCatalogue.learn(ids.instanceId(), new int[] {id}, ListedSchemas.of(List.of(definition)));
            return id;
        }
    }

    private static SchemaDefinition definition(TableMetadata table, Row row) {
        SerializationHeader header =
                new SerializationHeader(false, table, table.regularAndStaticColumns(), EncodingStats.NO_STATS);
        RowScan scan = new RowScan();
        scan.read(row, new SerializationHelper(header));
        SchemaDefinition definition = new RowDefinitions().of(scan);
        if (ShapeHash.of(definition) != scan.hash()) {
            throw new AssertionError("the row of " + definition + " has another hash");
        }
        return definition;
    }

    /**
     * Removes the definitions that no SSTable has, as two rounds of a node do. Cassandra deletes the files of SSTables that were
     * replaced in the background, and a round counts each file that is there, so this waits for the deletions first.
     */
    public static void reclaim() {
        LifecycleTransaction.waitForDeletions();
        try {
            NodeCatalogue.round(new SstableDictionaries());
            NodeCatalogue.round(new SstableDictionaries());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the catalogue's statistics. */
    public CatalogueStats stats() {
        return catalogue.stats();
    }

    /** Returns the number of definitions to which images may refer. */
    public static int known() {
        KnownSchemas known = ImageCatalogue.known();
        return known == null ? 0 : known.count();
    }

    @Override
    public void close() {
        NodeCatalogue.close();
    }
}
