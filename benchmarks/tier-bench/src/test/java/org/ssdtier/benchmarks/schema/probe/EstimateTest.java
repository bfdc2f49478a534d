package org.ssdtier.benchmarks.schema.probe;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ssdtier.catalogue.cassandra.estimate.Estimate;
import org.ssdtier.catalogue.cassandra.estimate.SampleBounds;
import org.ssdtier.catalogue.cassandra.estimate.TableEstimate;

/** Tests of the estimate against the SSTables that the format really writes, on the tables of {@code bench schema}. */
@Tag("unit")
final class EstimateTest {
    private static final double MOST_ERROR = 0.03;
    /** The tables whose shapes have few rows, of which a part of the table has fewer still: its estimate is too low. */
    private static final Set<DataSet> RARELY_RECURRING =
            EnumSet.of(DataSet.SHAPES_3000, DataSet.BEYOND_COUNT, DataSet.BEYOND_BYTES);

    private static final double MOST_ERROR_IF_RARE = 0.08;
    private static final int ROWS = 10_000;

    @TempDir
    private Path directory;

    @BeforeAll
    static void useFormats() {
        DatabaseDescriptor.clientInitialization(false);
        DatabaseDescriptor.setPartitionerUnsafe(Murmur3Partitioner.instance);
    }

    /** Returns the data sets with files of their own: those off heap have the files of the same table on heap. */
    private static Stream<DataSet> onHeap() {
        return Arrays.stream(DataSet.values()).filter(data -> !data.isOffHeap());
    }

    @ParameterizedTest
    @MethodSource("onHeap")
    void saving_isThatOfTheCataloguedSstable(DataSet data) throws IOException {
        for (String compression : List.of("LZ4Compressor", "ZstdCompressor")) {
            String keyspace = "k_" + compression.substring(0, 3).toLowerCase(Locale.ROOT) + data.ordinal();
            Path source = Files.createDirectories(directory.resolve(keyspace));
            Path file = SourceTable.write(data, data.rows(ROWS), data::row, keyspace, compression, source);
            Map<String, Long> before = files(source);
            double actual = 1 - (double) SourceTable.catalogued(keyspace, file) / Files.size(file);
            Estimate whole = TableEstimate.of(List.of(file), SampleBounds.USUAL);
            assertEquals(actual, whole.savedShare(), MOST_ERROR, () -> compression + " whole: " + whole);
            int rows = data.rows(ROWS);
            SampleBounds half = new SampleBounds(rows / 2, 1L << 40);
            Estimate part = TableEstimate.of(List.of(file), half);
            assertEquals(rows / 2, part.sampledRows());
            double error = RARELY_RECURRING.contains(data) ? MOST_ERROR_IF_RARE : MOST_ERROR;
            assertEquals(actual, part.savedShare(), error, () -> compression + " half: " + part);
            assertEquals(before, files(source), "the files are not touched");
        }
    }

    /** Returns the time of the last change of each file. */
    private static Map<String, Long> files(Path source) throws IOException {
        Map<String, Long> times = new TreeMap<>();
        try (Stream<Path> files = Files.list(source)) {
            for (Path file : files.toList()) {
                times.put(
                        file.getFileName().toString(),
                        Files.getLastModifiedTime(file).toMillis());
            }
        }
        return times;
    }
}
