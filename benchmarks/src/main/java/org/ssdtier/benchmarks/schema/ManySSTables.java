package org.ssdtier.benchmarks.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.device.Device;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.DeviceRequest;
import org.ssdtier.benchmarks.device.EmulatedDevice;
import org.ssdtier.benchmarks.load.Spread;
import org.ssdtier.benchmarks.node.NodeSettings;

/**
 * The measurement {@code bench schema --scale many}: a node with very many SSTables of large dictionaries, compared
 * with a node with the same rows in Cassandra's bti. Each node writes {@link #WRITTEN} SSTables whose dictionaries
 * share all definitions but {@link #OWN} of each; the others are {@link LinkedSSTables hard links} to these. Then both
 * are started in turn, one at a time. After each start rows are flushed, as one SSTable more, and read.
 *
 * <ul>
 *   <li>start: time from the start of the JVM until the node responds to clients;
 *   <li>open: time of opening each SSTable at that start, as logged by Cassandra's loading builder;
 *   <li>heap: bytes after garbage collections, once the catalogue has been compared with all SSTables; again after
 *       reads;
 *   <li>off heap: anonymous memory of the process outside its heap, whose pages are all touched;
 *   <li>device reads: reads of the emulated drive, which holds only the catalogue's directory, while rows are flushed
 *       whose shapes are all known. Without emulated drives: pages read by the whole process.
 * </ul>
 */
final class ManySSTables {
    private static final int WRITTEN = 4;
    private static final int OWN = 64;
    private static final int READS = 2_000;
    private static final long DEVICE_BYTES = 512L << 20;
    private static final int PAGE_BYTES = 4 << 10;
    private static final double MEBIBYTE = 1 << 20;
    private static final double KIBIBYTE = 1 << 10;
    private static final double MOST_HEAP_MIB = 8;
    private static final double MOST_OFF_HEAP_MIB = 80;
    private static final double MOST_RATIO = 1.2;
    /** A read of a row reads all SSTables, just after a start with cold caches and code that is not compiled. */
    private static final String READ_TIMEOUT = "20s";

    private static final String TABLE = "many";
    private static final String BUILDER = "org.apache.cassandra.io.sstable.format.SSTableReaderLoadingBuilder";
    private static final Pattern LOADED = Pattern.compile("loaded in (\\d+)ms");

    private final int sstables;
    private final int definitions;
    private final int rounds;
    private final String heap;
    private final Path directory;
    private final Consumer<String> progress;

    /**
     * Prepares the measurement.
     *
     * @param sstables number of SSTables of each node
     * @param definitions number of definitions in the dictionary of each SSTable
     * @param rounds number of measured starts of each node, after one that is not measured
     * @param heap heap size of each node
     * @param directory directory of the nodes
     * @param progress receiver of progress lines
     */
    ManySSTables(int sstables, int definitions, int rounds, String heap, Path directory, Consumer<String> progress) {
        this.sstables = sstables;
        this.definitions = definitions;
        this.rounds = rounds;
        this.heap = heap;
        this.directory = directory;
        this.progress = progress;
    }

    /** The compared nodes. */
    private enum Arm {
        BTI,
        CATALOGUED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The figures of one node, one value per start. */
    private static final class Seen {
        private final List<Double> start = new ArrayList<>();
        private final List<Double> open = new ArrayList<>();
        private final List<Double> heap = new ArrayList<>();
        private final List<Double> offHeap = new ArrayList<>();
        private final List<Double> heapAfterReads = new ArrayList<>();
        private final List<Double> offHeapAfterReads = new ArrayList<>();
        private final List<Double> flush = new ArrayList<>();
        private final List<Double> newSchemas = new ArrayList<>();
        private final List<Double> deviceReads = new ArrayList<>();
        private final List<Double> definitionReads = new ArrayList<>();
        private final List<Double> indexBytes = new ArrayList<>();
    }

    List<JsonNode> run(DeviceRegistry host) throws IOException, InterruptedException {
        boolean isEmulated = host.obstacle().isEmpty();
        try (Device device = host.upOrHost(
                        DeviceRequest.of(
                                "many-" + ProcessHandle.current().pid(), host.profile("none"), 1, DEVICE_BYTES),
                        directory.resolve("catalogue-on-host"));
                MeasuredNode bti = written(Arm.BTI, device);
                MeasuredNode catalogued = written(Arm.CATALOGUED, device)) {
            Map<Arm, MeasuredNode> nodes = new EnumMap<>(Map.of(Arm.BTI, bti, Arm.CATALOGUED, catalogued));
            Map<Arm, Seen> seen = new EnumMap<>(Map.of(Arm.BTI, new Seen(), Arm.CATALOGUED, new Seen()));
            for (int round = 0; round <= rounds; round++) {
                for (Arm arm : Arm.values()) {
                    MeasuredNode node = nodes.get(arm);
                    Seen figures = round == 0 ? new Seen() : seen.get(arm);
                    measureStart(arm, node, round, figures);
                    measureFlush(arm, node, device, round, figures);
                    node.stop();
                }
            }
            return figures(seen.get(Arm.BTI), seen.get(Arm.CATALOGUED), isEmulated);
        }
    }

    /** Returns a stopped node that has written its SSTables and linked the others. */
    private MeasuredNode written(Arm arm, Device device) throws IOException, InterruptedException {
        progress.accept("writing " + WRITTEN + " SSTables of " + definitions + " definitions, " + arm);
        boolean isCatalogued = arm == Arm.CATALOGUED;
        Path catalogue = device.mountPoint().resolve("schema_catalogue");
        MeasuredNode node = MeasuredNode.start(directory.resolve(arm.toString()), heap, settings -> {
            NodeSettings.Builder patient = settings.yaml("read_request_timeout", READ_TIMEOUT);
            return isCatalogued ? MeasuredNode.withCatalogue(patient, catalogue) : patient;
        });
        ShapedRows.create(node.session(), MeasuredNode.KEYSPACE + "." + TABLE, isCatalogued);
        if (isCatalogued) {
            node.await("rounds", value -> value > 0);
        }
        ShapedRows rows =
                new ShapedRows(node.session(), MeasuredNode.KEYSPACE + "." + TABLE, ShapedRows.LEAST_KEY_BYTES);
        for (int sstable = 0; sstable < WRITTEN; sstable++) {
            long before = node.catalogue("schemas");
            rows.write(0, rowsOfOne(), sstable, shapes(sstable));
            node.verbs().flush(TABLE);
            requireDefinitions(arm, node.catalogue("schemas") - before);
        }
        if (isCatalogued) {
            node.await("definitionsPending", value -> value == 0);
        }
        node.stop();
        LinkedSSTables.link(node.directoryOf(TABLE), sstables);
        Files.writeString(node.home().resolve("conf/logback.xml"), tracing(node), StandardOpenOption.TRUNCATE_EXISTING);
        return node;
    }

    private int rowsOfOne() {
        return 2 * definitions;
    }

    /** Returns a shape per partition; the last shapes occur only in the given SSTable. */
    private ShapedRows.Shape shapes(int sstable) {
        int shared = definitions - Math.min(OWN, definitions / 2);
        return partition -> partition < shared ? partition : partition + (long) sstable * definitions;
    }

    private void requireDefinitions(Arm arm, long written) throws IOException {
        if (arm == Arm.CATALOGUED && written != definitions) {
            throw new IOException("definitions=" + written + " of the SSTable: not " + definitions);
        }
    }

    private static String tracing(MeasuredNode node) throws IOException {
        String configuration = Files.readString(node.home().resolve("conf/logback.xml"), StandardCharsets.UTF_8);
        return configuration
                .replace("level=\"DEBUG\"", "level=\"INFO\"")
                .replace("<level>INFO</level>", "<level>TRACE</level>")
                .replace("</configuration>", "<logger name=\"" + BUILDER + "\" level=\"TRACE\"/></configuration>");
    }

    /** Measures a start; every round before has added an SSTable. */
    private void measureStart(Arm arm, MeasuredNode node, int round, Seen seen)
            throws IOException, InterruptedException {
        seen.start.add(node.restart());
        List<String> opened = node.logged("loaded in").stream()
                .filter(line -> line.contains("/" + MeasuredNode.KEYSPACE + "/"))
                .toList();
        if (opened.size() != sstables + round) {
            throw new IOException("sstables=" + opened.size() + " opened by " + arm + ": not " + (sstables + round));
        }
        seen.open.add((double) opened.stream().mapToLong(ManySSTables::millis).sum());
        if (arm == Arm.CATALOGUED) {
            node.await("rounds", value -> value > 0);
        }
        seen.heap.add(node.heapBytes());
        seen.offHeap.add(node.offHeapBytes());
        progress.accept(String.format(
                Locale.ROOT,
                "%s: start %.1f s, opening %.1f s in total, heap %.0f MiB, off heap %.0f MiB",
                arm,
                last(seen.start),
                last(seen.open) / 1e3,
                last(seen.heap) / MEBIBYTE,
                last(seen.offHeap) / MEBIBYTE));
    }

    private static double last(List<Double> values) {
        return values.get(values.size() - 1);
    }

    private static long millis(String line) {
        Matcher loaded = LOADED.matcher(line);
        return loaded.find() ? Long.parseLong(loaded.group(1)) : 0;
    }

    /** Measures a flush of rows whose shapes are in the catalogue, and then reads of many SSTables each. */
    private void measureFlush(Arm arm, MeasuredNode node, Device device, int round, Seen seen)
            throws IOException, InterruptedException {
        int version = WRITTEN + round;
        ShapedRows rows =
                new ShapedRows(node.session(), MeasuredNode.KEYSPACE + "." + TABLE, ShapedRows.LEAST_KEY_BYTES);
        rows.write(0, rowsOfOne(), version, shapes(0));
        forgetPages(device.mountPoint());
        long interned = node.catalogue("interned");
        long misses = node.catalogue("definitionReads");
        long reads = deviceReads(node, device);
        long begin = System.nanoTime();
        node.verbs().flush(TABLE);
        seen.flush.add((System.nanoTime() - begin) / 1e9);
        seen.deviceReads.add((double) deviceReads(node, device) - reads);
        seen.definitionReads.add((double) node.catalogue("definitionReads") - misses);
        seen.newSchemas.add((double) node.catalogue("interned") - interned);
        seen.indexBytes.add((double) node.catalogue("indexBytes"));
        long step = Math.max(1, rowsOfOne() / READS);
        long wrong = rows.countWrong(0, (int) (rowsOfOne() / step), step, version, shapes(0));
        if (wrong != 0) {
            throw new IOException("rows=" + wrong + " of " + arm + ": missing or not as written");
        }
        seen.heapAfterReads.add(node.heapBytes());
        seen.offHeapAfterReads.add(node.offHeapBytes());
    }

    private static long deviceReads(MeasuredNode node, Device device) throws IOException {
        return device instanceof EmulatedDevice
                ? device.counters().reads()
                : (node.readBytes() + PAGE_BYTES - 1) / PAGE_BYTES;
    }

    /** Drops the files from the page cache, so that later reads come from the device. */
    private static void forgetPages(Path directory) throws IOException, InterruptedException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                new ProcessBuilder("dd", "if=" + file, "iflag=nocache", "count=0", "status=none")
                        .inheritIO()
                        .start()
                        .waitFor();
            }
        }
    }

    private List<JsonNode> figures(Seen bti, Seen catalogued, boolean isEmulated) {
        return Stream.of(memory(bti, catalogued), starts(bti, catalogued), flush(bti, catalogued, isEmulated))
                .flatMap(Function.identity())
                .map(ScaleFigure::toJson)
                .toList();
    }

    private Stream<ScaleFigure> memory(Seen bti, Seen catalogued) {
        String each = sstables + " SSTables of " + definitions + " definitions, minus bti";
        List<Double> heapMib = differences(catalogued.heap, bti.heap, MEBIBYTE);
        return Stream.of(
                ScaleFigure.atMost("many_heap_mib", heapMib, MOST_HEAP_MIB, each + ", after the start"),
                ScaleFigure.report(
                        "many_heap_kib_per_sstable",
                        differences(catalogued.heap, bti.heap, KIBIBYTE * sstables),
                        "the same, per open SSTable"),
                ScaleFigure.atMost(
                        "many_heap_after_reads_mib",
                        differences(catalogued.heapAfterReads, bti.heapAfterReads, MEBIBYTE),
                        MOST_HEAP_MIB,
                        "the same, after a flush and " + READS + " reads of many SSTables each"),
                ScaleFigure.atMost(
                        "many_off_heap_mib",
                        differences(catalogued.offHeap, bti.offHeap, MEBIBYTE),
                        MOST_OFF_HEAP_MIB,
                        "anonymous memory outside the heap, after the start"),
                ScaleFigure.atMost(
                        "many_off_heap_after_reads_mib",
                        differences(catalogued.offHeapAfterReads, bti.offHeapAfterReads, MEBIBYTE),
                        MOST_OFF_HEAP_MIB,
                        "the same, after the flush and the reads"),
                ScaleFigure.largest(
                        "many_index_mib",
                        catalogued.indexBytes.stream()
                                .map(bytes -> bytes / MEBIBYTE)
                                .toList(),
                        "the catalogue's own figure"));
    }

    private Stream<ScaleFigure> starts(Seen bti, Seen catalogued) {
        return Stream.of(
                ScaleFigure.atMost("many_open_ratio", ratios(catalogued.open, bti.open), MOST_RATIO, openNote(bti)),
                ScaleFigure.atMost(
                        "many_start_ratio",
                        ratios(catalogued.start, bti.start),
                        MOST_RATIO,
                        "from the JVM's start until the node serves clients, " + seconds(bti.start, 1) + " with bti"));
    }

    private Stream<ScaleFigure> flush(Seen bti, Seen catalogued, boolean isEmulated) {
        String reads =
                isEmulated ? "of the emulated drive with the catalogue's directory" : "pages, by the whole process";
        return Stream.of(
                ScaleFigure.exactly("many_flush_device_reads", catalogued.deviceReads, 0, reads),
                ScaleFigure.exactly(
                        "many_flush_resolve_misses",
                        catalogued.definitionReads,
                        0,
                        "look-ups of a definition that read the catalogue's files"),
                ScaleFigure.exactly("many_flush_new_definitions", catalogued.newSchemas, 0, "all shapes were known"),
                ScaleFigure.report(
                        "many_flush_ratio",
                        ratios(catalogued.flush, bti.flush),
                        "a flush of " + rowsOfOne() + " rows, " + seconds(bti.flush, 1) + " with bti"));
    }

    private String openNote(Seen bti) {
        return "opening time of all SSTables as logged by Cassandra, " + seconds(bti.open, 1e3) + " with bti";
    }

    private static String seconds(List<Double> values, double unit) {
        double median = Spread.of(values).median();
        return String.format(Locale.ROOT, "%.2f s", median / unit);
    }

    private static List<Double> ratios(List<Double> ours, List<Double> stock) {
        List<Double> ratios = new ArrayList<>();
        for (int i = 0; i < ours.size(); i++) {
            ratios.add(ours.get(i) / stock.get(i));
        }
        return ratios;
    }

    private static List<Double> differences(List<Double> ours, List<Double> stock, double unit) {
        List<Double> differences = new ArrayList<>();
        for (int i = 0; i < ours.size(); i++) {
            differences.add((ours.get(i) - stock.get(i)) / unit);
        }
        return differences;
    }
}
