package org.ssdtier.benchmarks.schema.probe;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.cassandra.db.partitions.ImmutableBTreePartition;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.schema.TableMetadata;
import org.ssdtier.benchmarks.tier.probe.Figure;
import org.ssdtier.catalogue.cassandra.ProbeCatalogue;
import org.ssdtier.node.CatalogueImageSchemas;
import org.ssdtier.rowcache.cassandra.ImageForm;

/**
 * The main class of the probe {@code compression} of {@code ./ssdtier bench tier}: bytes of images and CPU of a row with
 * {@code compression: off} and {@code auto}. Prints one JSON line per figure. Tables with map columns are measured as
 * ordinary tables, and as tables that are written with the schema catalogue.
 */
public final class CompressionProbe {
    private static final int SMALL_ROWS = 12_000;
    private static final int FULL_ROWS = 40_000;
    private static final int SMALL_ROUNDS = 5;
    private static final int FULL_ROUNDS = 15;

    private CompressionProbe() {}

    /**
     * Runs the probe.
     *
     * @param arguments directory, and scale: small or full
     * @throws IOException if the probe fails
     */
    public static void main(String[] arguments) throws IOException {
        Path directory = Path.of(arguments[0]);
        boolean isSmall = arguments[1].equals("small");
        int rows = isSmall ? SMALL_ROWS : FULL_ROWS;
        int rounds = isSmall ? SMALL_ROUNDS : FULL_ROUNDS;
        List<Figure> figures = new ArrayList<>();
        for (CompressedRows kind : CompressedRows.values()) {
            TableMetadata table = kind.table();
            List<ImmutableBTreePartition> partitions = partitions(kind, table, rows);
            figures.addAll(new CompressionCost(kind.toString(), new ImageForm(table, null), partitions)
                    .measure(rounds, kind.goal()));
            if (kind == CompressedRows.APM) {
                figures.addAll(catalogued(directory, kind, table, partitions, rounds));
            }
        }
        ObjectMapper json = new ObjectMapper();
        for (Figure figure : figures) {
            System.out.println(json.writeValueAsString(figure));
        }
        System.out.flush();
        System.exit(0); // Cassandra's threads keep running
    }

    private static List<ImmutableBTreePartition> partitions(CompressedRows kind, TableMetadata table, int rows) {
        List<ImmutableBTreePartition> partitions = new ArrayList<>(rows);
        for (int row = 0; row < rows; row++) {
            try (UnfilteredRowIterator partition = kind.partition(table, row).unfilteredIterator()) {
                partitions.add(ImmutableBTreePartition.create(partition));
            }
        }
        return partitions;
    }

    /** Measures the same rows with a catalogue that knows their shapes, because they were flushed once. */
    private static List<Figure> catalogued(
            Path directory,
            CompressedRows kind,
            TableMetadata table,
            List<ImmutableBTreePartition> partitions,
            int rounds)
            throws IOException {
        List<ImmutableBTreePartition> sorted = new ArrayList<>(partitions);
        sorted.sort((one, other) -> one.partitionKey().compareTo(other.partitionKey()));
        EncodingStats stats = sorted.stream()
                .map(ImmutableBTreePartition::stats)
                .reduce(EncodingStats::mergeWith)
                .orElseThrow();
        try (ProbeCatalogue catalogue =
                        ProbeCatalogue.open(directory.resolve("catalogue"), table.keyspace, table.name);
                WrittenTable written = new WrittenTable(Variant.FLUSHED, table, directory.resolve("flushed"))) {
            written.flush(sorted, stats);
            ImageForm form = new ImageForm(table, new CatalogueImageSchemas());
            System.err.printf(Locale.ROOT, "definitions=%d%n", catalogue.known());
            return new CompressionCost(kind + "_catalogued", form, partitions).measure(rounds, kind.goal());
        }
    }
}
