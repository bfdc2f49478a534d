package org.ssdtier.benchmarks.schema.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.cassandra.db.partitions.ImmutableBTreePartition;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.io.sstable.CQLSSTableWriter;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.ISSTableScanner;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.schema.TableMetadataRef;

/** SSTables of the tables of {@code bench schema}: in Cassandra's bti, and of the same rows as catalogued. */
final class SourceTable {
    private static final int SEED = 42;
    /** In microseconds, as the clock's, which would make no two tables alike. */
    private static final long FIRST_TIMESTAMP = 1_700_000_000_000_000L;

    private static final int MOST_MICROS_BETWEEN = 40;

    private SourceTable() {}

    /** A source of the values of rows. */
    interface Rows {
        List<Object> row(int number, Random random);
    }

    /** Writes an SSTable in bti and returns its data file. */
    static Path write(DataSet table, int rows, Rows source, String keyspace, String compression, Path directory)
            throws IOException {
        Random random = new Random(SEED);
        Random pauses = new Random(SEED);
        long timestamp = FIRST_TIMESTAMP;
        String parameters = "{'class': '" + compression + "', 'chunk_length_in_kb': 16}";
        try (CQLSSTableWriter writer = CQLSSTableWriter.builder()
                .inDirectory(directory.toString())
                .forTable(table.createStatement(keyspace, parameters))
                .using(table.insertStatement(keyspace) + " USING TIMESTAMP ?")
                .withFormat(Variant.BTI.use())
                .withMaxSSTableSizeInMiB(1_024)
                .withPartitioner(Murmur3Partitioner.instance)
                .build()) {
            for (int number = 0; number < rows; number++) {
                List<Object> values = new ArrayList<>(source.row(number, random));
                timestamp += pauses.nextInt(MOST_MICROS_BETWEEN);
                values.add(timestamp);
                writer.addRow(values);
            }
        }
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> written =
                    files.filter(file -> file.toString().endsWith("-Data.db")).toList();
            assertEquals(1, written.size());
            return written.get(0);
        }
    }

    /** Returns the bytes of the same rows as catalogued. */
    static long catalogued(String keyspace, Path file) throws IOException {
        TableMetadata table = Schema.instance.getTableMetadata(keyspace, "t");
        Descriptor descriptor = Descriptor.fromFileWithComponent(new File(file), keyspace, "t").left;
        SSTableReader reader =
                SSTableReader.openNoValidation(null, descriptor, TableMetadataRef.forOfflineTools(table));
        List<ImmutableBTreePartition> partitions = new ArrayList<>();
        EncodingStats stats = reader.header.stats();
        try (ISSTableScanner scanner = reader.getScanner()) {
            while (scanner.hasNext()) {
                try (UnfilteredRowIterator partition = scanner.next()) {
                    partitions.add(ImmutableBTreePartition.create(partition));
                }
            }
        }
        reader.selfRef().release();
        try (WrittenTable written =
                new WrittenTable(Variant.AUTO, table, file.getParent().resolveSibling(keyspace + "-catalogued"))) {
            written.flush(partitions, stats);
            assertTrue(written.bytes() > 0);
            return written.bytes();
        }
    }
}
