package org.ssdtier.benchmarks.schema.probe;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of tables in which each partition has map keys of its own: a compressor already stores the keys of neighbouring
 * rows only once, so a definition saves little.
 */
@Tag("unit")
final class OwnKeysTest {
    private static final int ROWS = 30_000;
    private static final int KEYS = 4;
    /** The advance on definitions, and what the samples of a table of a few megabytes may be wrong by. */
    private static final long MOST_BYTES = 12 << 10;

    @TempDir
    private Path directory;

    @BeforeAll
    static void useFormats() {
        DatabaseDescriptor.clientInitialization(false);
        DatabaseDescriptor.setPartitionerUnsafe(Murmur3Partitioner.instance);
    }

    /**
     * Checked by removal: without the budget, two rows a partition take 0.12 and 0.17 more bytes with LZ4 and Zstd, and
     * ten rows 0.02 more with Zstd.
     */
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 6, 10, 20})
    void rowsPerPartition_theCataloguedSstableIsNotLonger(int rows) throws IOException {
        for (String compression : List.of("LZ4Compressor", "ZstdCompressor")) {
            String keyspace = "own_" + rows + "_" + compression.substring(0, 3).toLowerCase(Locale.ROOT);
            Path source = Files.createDirectories(directory.resolve(keyspace));
            Path file = SourceTable.write(
                    DataSet.PAIRS, ROWS, (number, random) -> row(rows, number, random), keyspace, compression, source);
            long stock = Files.size(file);
            long catalogued = SourceTable.catalogued(keyspace, file);
            assertTrue(
                    catalogued <= stock + MOST_BYTES,
                    () -> compression + " catalogued=" + catalogued + " bytes, stock=" + stock);
        }
    }

    private static List<Object> row(int perPartition, int number, Random random) {
        int partition = number / perPartition;
        Random keys = new Random(partition * 0x9e3779b97f4a7c15L);
        Map<String, ByteBuffer> attributes = new TreeMap<>();
        while (attributes.size() < KEYS) {
            byte[] value = new byte[10];
            random.nextBytes(value);
            attributes.put(Integer.toHexString(keys.nextInt()), ByteBuffer.wrap(value));
        }
        return List.of("user" + partition, number % perPartition, attributes);
    }
}
