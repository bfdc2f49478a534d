package org.ssdtier.benchmarks.schema.probe;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.partitions.ImmutableBTreePartition;
import org.apache.cassandra.db.rows.CellPath;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.io.sstable.CQLSSTableWriter;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.ISSTableScanner;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.schema.CompressionParams;
import org.apache.cassandra.schema.Schema;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.schema.TableMetadataRef;
import org.ssdtier.benchmarks.tier.probe.Figure;
import org.ssdtier.benchmarks.tier.probe.Samples;
import org.ssdtier.catalogue.cassandra.ProbeCatalogue;

/**
 * The main class of the processes of {@code ./ssdtier bench schema}: measures one data set in Cassandra's format and in
 * {@code catalogued}. Figures are JSON lines on standard output: ratios of bytes and CPU time to those of Cassandra's
 * format. Every round runs all variants, each time beginning with another one; a ratio is of one round. Cassandra's
 * format is measured twice; the ratio of both is the noise of the run. Rows are written with the IDs of a catalogue, as
 * on a node.
 */
public final class SchemaProbe {
    private static final String KEYSPACE = "k";
    private static final int CHUNK_BYTES = 16 << 10;
    private static final int WARM_UP_ROUNDS = 2;
    private static final long SEED = 42;
    private static final int BUFFER_MEBIBYTES = 1_024;

    private final DataSet data;
    private final int rows;
    private final Rounds rounds;
    private final Path directory;
    private final Set<String> parts;
    private final List<Variant> variants;
    private final List<Figure> figures = new ArrayList<>();

    private SchemaProbe(DataSet data, int rows, Rounds rounds, Path directory, Set<String> parts) {
        this.data = data;
        this.rows = data.rows(rows);
        this.rounds = rounds;
        this.directory = directory;
        this.parts = parts;
        this.variants = isOfABuild() ? Variant.OF_A_BUILD : Variant.COMPARED;
    }

    /**
     * Runs the probe.
     *
     * @param arguments directory, data set, rows, rounds, parts: FILES, IMAGES or both, separated by a comma; or BUILD,
     *     which needs no class of the drop-in jar but the format, and has no catalogue
     * @throws IOException if the probe fails
     */
    public static void main(String[] arguments) throws IOException {
        DatabaseDescriptor.clientInitialization(false);
        DatabaseDescriptor.setPartitionerUnsafe(Murmur3Partitioner.instance);
        DataSet data = DataSet.valueOf(arguments[1]);
        Path directory = Path.of(arguments[0]);
        Rounds rounds = new Rounds(WARM_UP_ROUNDS, Integer.parseInt(arguments[3]));
        Set<String> parts = Set.of(arguments[4].split(",", -1));
        SchemaProbe probe = new SchemaProbe(data, Integer.parseInt(arguments[2]), rounds, directory, parts);
        ObjectMapper json = new ObjectMapper();
        for (Figure figure : probe.run()) {
            System.out.println(json.writeValueAsString(figure));
        }
        System.out.flush();
        System.exit(0); // Cassandra's threads keep running
    }

    private boolean isOfABuild() {
        return parts.contains("BUILD");
    }

    private List<Figure> run() throws IOException {
        Path source = Files.createDirectories(directory.resolve("source"));
        List<ImmutableBTreePartition> partitions = generate(source);
        TableMetadata table = Schema.instance.getTableMetadata(KEYSPACE, "t");
        EncodingStats stats = partitions.stream()
                .map(ImmutableBTreePartition::stats)
                .reduce(EncodingStats::mergeWith)
                .orElseThrow();
        if (isOfABuild()) {
            compareFiles(table, partitions, stats);
        }
        if (parts.contains("FILES")) {
            try (ProbeCatalogue catalogue = ProbeCatalogue.open(directory.resolve("catalogue"), KEYSPACE, table.name)) {
                compareFiles(table, partitions, stats);
                System.err.printf("definitions=%d%n", catalogue.definitions());
            }
        }
        if (parts.contains("IMAGES") && !data.isOffHeap()) {
            new ImageProbe(table, partitions)
                    .run(directory.resolve("images"), stats, rounds, slices(table))
                    .forEach(figure -> figures.add(figure.named(full(figure.name()))));
        }
        return figures;
    }

    /**
     * Compares the files. Of an off-heap data set only times are measured, because the place of the cells does not
     * affect the files.
     */
    private void compareFiles(TableMetadata table, List<ImmutableBTreePartition> partitions, EncodingStats stats)
            throws IOException {
        TableMetadata lz4 = with(table, CompressionParams.lz4(CHUNK_BYTES));
        if (data.isOffHeap()) {
            try (OffHeapObjects memory = new OffHeapObjects()) {
                compare(lz4, "lz4", memory.copies(partitions), stats);
            }
            return;
        }
        compare(with(table, CompressionParams.noCompression()), "none", partitions, stats);
        compare(with(table, CompressionParams.zstd(CHUNK_BYTES)), "zstd", partitions, stats);
        compare(lz4, "lz4", partitions, stats);
    }

    /** Returns the rows after Cassandra has written them and they were read into memory again. */
    private List<ImmutableBTreePartition> generate(Path source) throws IOException {
        Random random = new Random(SEED);
        try (CQLSSTableWriter writer = CQLSSTableWriter.builder()
                .inDirectory(source.toString())
                .forTable(data.createStatement(KEYSPACE, "{'enabled': false}"))
                .using(data.insertStatement(KEYSPACE))
                .withFormat(Variant.BTI.use())
                .withMaxSSTableSizeInMiB(BUFFER_MEBIBYTES)
                .withPartitioner(Murmur3Partitioner.instance)
                .build()) {
            for (int number = 0; number < rows; number++) {
                writer.addRow(data.row(number, random));
            }
        }
        TableMetadata table = Schema.instance.getTableMetadata(KEYSPACE, "t");
        List<Descriptor> written = sstables(source, table);
        if (written.size() != 1) {
            throw new IOException("rows=" + rows + ": too many for one SSTable, SSTables=" + written.size());
        }
        SSTableReader reader =
                SSTableReader.openNoValidation(null, written.get(0), TableMetadataRef.forOfflineTools(table));
        List<ImmutableBTreePartition> partitions = new ArrayList<>();
        try (ISSTableScanner scanner = reader.getScanner()) {
            while (scanner.hasNext()) {
                try (UnfilteredRowIterator partition = scanner.next()) {
                    partitions.add(ImmutableBTreePartition.create(partition));
                }
            }
        }
        reader.selfRef().release();
        return partitions;
    }

    private static List<Descriptor> sstables(Path source, TableMetadata table) throws IOException {
        try (var files = Files.list(source)) {
            return files.filter(file -> file.toString().endsWith("-Data.db"))
                    .map(file -> Descriptor.fromFileWithComponent(new File(file), table.keyspace, table.name).left)
                    .toList();
        }
    }

    private static TableMetadata with(TableMetadata table, CompressionParams compression) {
        return table.unbuild()
                .params(table.params.unbuild().compression(compression).build())
                .build();
    }

    private void compare(
            TableMetadata table, String compression, List<ImmutableBTreePartition> partitions, EncodingStats stats)
            throws IOException {
        Map<Variant, WrittenTable> tables = new EnumMap<>(Variant.class);
        for (Variant variant : variants) {
            tables.put(variant, new WrittenTable(variant, table, directory.resolve(compression + "-" + variant)));
        }
        List<Map<Variant, Round>> kept = new ArrayList<>();
        boolean isTimed = compression.equals("lz4");
        for (int round = isTimed ? -rounds.warmUp() : 0; round < (isTimed ? rounds.counted() : 1); round++) {
            Map<Variant, Round> measured = new EnumMap<>(Variant.class);
            for (Variant variant : rotated(round)) {
                WrittenTable written = tables.get(variant);
                long flush = written.flush(partitions, stats);
                measured.put(variant, isTimed ? timed(written, table, flush, partitions.size(), stats) : Round.UNTIMED);
            }
            if (round >= 0) {
                kept.add(measured);
            }
        }
        addSizes(tables, compression);
        if (isTimed) {
            addTimes(kept);
        }
        for (WrittenTable written : tables.values()) {
            written.close();
        }
    }

    /**
     * Returns the variants in an order that begins with another one in every round, because the first one runs with the
     * heap and caches in another state.
     */
    private List<Variant> rotated(int round) {
        List<Variant> order = new ArrayList<>(variants);
        Collections.rotate(order, round);
        return order;
    }

    /** Returns the variants with schema IDs. */
    private List<Variant> layouts() {
        return variants.stream().filter(variant -> !variant.isStock()).toList();
    }

    private Round timed(WrittenTable written, TableMetadata table, long flush, int partitions, EncodingStats stats)
            throws IOException {
        long rewrite = written.rewrite(partitions, stats);
        long open = written.reopen();
        long scan = written.scan(ColumnFilter.all(table), rows);
        long openScan = open + scan;
        if (isOfABuild()) {
            scan = written.scan(ColumnFilter.all(table), rows);
        }
        long slice = 0;
        for (ColumnFilter filter : slices(table)) {
            slice = written.scan(filter, rows);
        }
        return new Round(flush, rewrite, openScan, scan, slice);
    }

    /** Returns a filter for one key of a map, or an empty list if the data set has none. */
    private List<ColumnFilter> slices(TableMetadata table) {
        String sliced = data.slicedColumn();
        if (sliced == null || data.slicedKey() == null) {
            return List.of();
        }
        ColumnMetadata column = table.getColumn(UTF8Type.instance.decompose(sliced));
        return List.of(ColumnFilter.selectionBuilder()
                .select(column, CellPath.create(UTF8Type.instance.decompose(data.slicedKey())))
                .build());
    }

    private void addSizes(Map<Variant, WrittenTable> tables, String compression) throws IOException {
        double stock = tables.get(Variant.BTI).bytes();
        String note = String.format(Locale.ROOT, "Data.db + Schemas.db, %,.0f bytes per row in bti", stock / rows);
        for (Variant variant : layouts()) {
            String name = "bytes_" + compression + "_" + variant;
            figures.add(figure(name, Samples.of(tables.get(variant).bytes() / stock), 0, note));
        }
    }

    private void addTimes(List<Map<Variant, Round>> kept) {
        if (isOfABuild()) {
            addTimes("cpu_open_scan", kept, Round::openScan);
        }
        addTimes("cpu_scan", kept, Round::scan);
        addTimes("cpu_write", kept, Round::write);
        addTimes("cpu_write_flush", kept, Round::flush);
        addTimes("cpu_write_compaction", kept, Round::rewrite);
        if (data.slicedColumn() != null) {
            addTimes("cpu_slice", kept, Round::slice);
        }
    }

    private void addTimes(String name, List<Map<Variant, Round>> kept, ToDoubleFunction<Round> time) {
        Samples stock = new Samples();
        kept.forEach(round -> stock.add(time.applyAsDouble(round.get(Variant.BTI)) / rows));
        String note = String.format(Locale.ROOT, "CPU per row, %,.0f ns in bti", stock.median());
        Samples again = ratios(kept, Variant.BTI_AGAIN, time);
        double noise = again.distanceFrom(1);
        for (Variant variant : layouts()) {
            figures.add(figure(name + "_" + variant, ratios(kept, variant, time), noise, note));
        }
        figures.add(figure(name + "_bti_to_bti", again, noise, note));
        figures.add(Targets.judgeNoise(full(name + "_noise"), noise));
    }

    private static Samples ratios(List<Map<Variant, Round>> kept, Variant variant, ToDoubleFunction<Round> time) {
        Samples ratios = new Samples();
        kept.forEach(round ->
                ratios.add(time.applyAsDouble(round.get(variant)) / time.applyAsDouble(round.get(Variant.BTI))));
        return ratios;
    }

    private Figure figure(String name, Samples samples, double noise, String note) {
        return Targets.judge(data, name, full(name), samples, noise, note);
    }

    private String full(String name) {
        return data.name().toLowerCase(Locale.ROOT) + "_" + name;
    }

    /**
     * The CPU times of one round in nanoseconds.
     *
     * @param flush time to write all rows from memory
     * @param rewrite time to read and write all rows, as in a compaction
     * @param openScan time to open the SSTable and read all rows completely: a build reads definitions in the one or the other
     * @param scan time to read all rows completely; of a build, once more
     * @param slice time to read one key of a map of every row
     */
    private record Round(long flush, long rewrite, long openScan, long scan, long slice) {
        static final Round UNTIMED = new Round(0, 0, 0, 0, 0);

        long write() {
            return flush + rewrite;
        }
    }
}
