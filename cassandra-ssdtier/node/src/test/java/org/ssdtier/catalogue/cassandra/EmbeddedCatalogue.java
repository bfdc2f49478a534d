package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.function.UnaryOperator;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.SerializationHelper;
import org.apache.cassandra.schema.TableMetadata;
import org.ssdtier.catalogue.CatalogueOptions;
import org.ssdtier.catalogue.CatalogueStats;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;

/** The schema catalogue of the embedded node, which starts without: what a start with {@code schema_catalogue.enabled} opens. */
public final class EmbeddedCatalogue implements AutoCloseable {
    private static final long KNOWN_BYTES = 16 << 20;

    private final SchemaCatalogue catalogue;

    private EmbeddedCatalogue(SchemaCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** Opens or begins one; only one at a time. */
    public static EmbeddedCatalogue open(Path directory) throws IOException {
        return open(directory, options -> options, KNOWN_BYTES);
    }

    /** The same with other options, and another bound of what images may refer to. */
    public static EmbeddedCatalogue open(Path directory, UnaryOperator<CatalogueOptions> options, long knownBytes)
            throws IOException {
        SchemaCatalogue catalogue =
                SchemaCatalogue.open(directory, options.apply(CatalogueOptions.ofOwner(new UUID(1, 2))));
        NodeCatalogue.use(catalogue, knownBytes);
        return new EmbeddedCatalogue(catalogue);
    }

    /** Opens what is there as a node does: one that is damaged is set aside, and another begun in its place. */
    public static EmbeddedCatalogue openOrBegin(Path directory) throws IOException {
        SchemaCatalogue catalogue =
                new CatalogueDirectory(directory).openOrBegin(CatalogueOptions.ofOwner(new UUID(1, 2)));
        NodeCatalogue.use(catalogue, KNOWN_BYTES);
        return new EmbeddedCatalogue(catalogue);
    }

    /** Gives a row's definition an ID and makes it durable, as an SSTable that is completed does. Returns the ID. */
    public int learn(TableMetadata table, Row row) {
        try (SchemaIds ids = catalogue.lease(table.id.asUUID())) {
            SchemaDefinition definition = definition(table, row);
            int id = ids.idOf(definition);
            if (id == SchemaIds.NONE || !catalogue.sync()) {
                throw new AssertionError("no ID for " + definition);
            }
            NodeCatalogue.learn(ids.instanceId(), new int[] {id}, ListedSchemas.of(List.of(definition)));
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

    /** Drops the definitions that no SSTable has, as two rounds of a node do. */
    public static void reclaim() {
        try {
            NodeCatalogue.round(new SstableDictionaries());
            NodeCatalogue.round(new SstableDictionaries());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The catalogue's figures. */
    public CatalogueStats stats() {
        return catalogue.stats();
    }

    /** How many definitions images may refer to. */
    public static int known() {
        KnownSchemas known = NodeCatalogue.known();
        return known == null ? 0 : known.count();
    }

    @Override
    public void close() {
        NodeCatalogue.close();
    }
}
