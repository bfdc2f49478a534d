package org.ssdtier.benchmarks.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.device.DeviceFault;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.DeviceRequest;
import org.ssdtier.benchmarks.device.EmulatedDevice;
import org.ssdtier.benchmarks.device.FaultSetting;

/**
 * The measurement {@code bench schema --scale stall}: two identical nodes, each with its catalogue on an emulated drive
 * of its own. Each round runs two flushes and a major compaction of rows, with shapes new in every round, first on one
 * node, then on the other; the order alternates. Then the drive of one node fails, and the rounds continue until the
 * fault has lasted its minimum duration. Ratios are taken round by round, of the node whose drive fails to the other;
 * before the fault they show the other differences between the two nodes.
 *
 * <p>At the end the drive is repaired. If its file system cannot be repaired while the node has its files open, the
 * node is stopped for the repair and restarted. Every row must exist, the catalogue must have stored everything written
 * meanwhile, and new shapes must get IDs.
 */
final class StallTrial {
    /** The faults of a drive that can be tried. */
    static final List<DeviceFault> FAULTS =
            List.of(DeviceFault.HANG, DeviceFault.NO_SPACE, DeviceFault.READ_ONLY, DeviceFault.GONE);

    private static final long DEVICE_BYTES = 256L << 20;
    private static final String HEAP = "768M";
    private static final String TABLE = "stall";
    private static final int ROWS_OF_A_FLUSH = 5_000;
    private static final int SHAPES_OF_A_ROUND = 250;
    /** Long enough that the definitions of a fault need more space than the catalogue has allocated before it. */
    private static final int KEY_BYTES = 200;

    private static final double MOST_RATIO = 1.05;
    private static final double NANOS = 1e9;
    /** Longer than the ten minutes between two adoptions of definitions that were too many to wait for the device. */
    private static final long TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(15);

    private final int rounds;
    private final int seconds;
    private final DeviceRegistry host;
    private final Path directory;
    private final Consumer<String> progress;
    private int round;

    /**
     * Prepares trials.
     *
     * @param rounds number of rounds measured before the fault, after as many warm-up rounds; minimum number of rounds
     *     measured during the fault
     * @param seconds minimum duration of a fault in seconds
     * @param host host that creates the drives
     * @param directory directory of the nodes
     * @param progress receiver of progress lines
     */
    StallTrial(int rounds, int seconds, DeviceRegistry host, Path directory, Consumer<String> progress) {
        this.rounds = rounds;
        this.seconds = seconds;
        this.host = host;
        this.directory = directory;
        this.progress = progress;
    }

    /** The ratios of a phase, one per round. */
    private record Ratios(List<Double> flush, List<Double> compaction) {
        Ratios() {
            this(new ArrayList<>(), new ArrayList<>());
        }
    }

    /** The durations of a round on one node, in seconds. */
    private record Times(double flush, double compaction) {}

    /** A node, its table and its drive. */
    private record Side(MeasuredNode node, EmulatedDevice device) implements AutoCloseable {
        /** Closes the node, then the drive, even if a hanging drive kept the node from ending. */
        @Override
        public void close() throws IOException {
            try (device) {
                node.close();
            }
        }
    }

    List<JsonNode> run(DeviceFault fault) throws IOException, InterruptedException {
        progress.accept("fault " + fault);
        round = 0;
        try (Side calm = start("calm");
                Side failing = start("failing")) {
            Ratios before = new Ratios();
            measure(calm, failing, new Ratios(), rounds, 0);
            measure(calm, failing, before, rounds, 0);
            long interned = failing.node.catalogue("interned");
            failing.device.beginFault(FaultSetting.of(fault));
            Ratios during = new Ratios();
            int warnings = warnings(failing.node);
            boolean isMended;
            try {
                measure(calm, failing, during, rounds, seconds);
                warnings = warnings(failing.node) - warnings;
                interned = failing.node.catalogue("interned") - interned;
            } finally {
                isMended = mend(failing.device);
            }
            return figures(fault, before, during, warnings, interned, comeBack(failing, isMended));
        }
    }

    private Side start(String name) throws IOException, InterruptedException {
        EmulatedDevice device = host.up(DeviceRequest.of(
                name + "-" + ProcessHandle.current().pid(), host.profile("ssd-sata"), 1, DEVICE_BYTES));
        try {
            Path catalogue = device.mountPoint().resolve("schema_catalogue");
            MeasuredNode node = MeasuredNode.start(
                    directory.resolve(name), HEAP, settings -> MeasuredNode.withCatalogue(settings, catalogue));
            ShapedRows.create(node.session(), MeasuredNode.KEYSPACE + "." + TABLE, true);
            node.await("rounds", value -> value > 0);
            return new Side(node, device);
        } catch (IOException | InterruptedException | RuntimeException e) {
            device.close();
            throw e;
        }
    }

    private void measure(Side calm, Side failing, Ratios into, int atLeast, int atLeastSeconds)
            throws IOException, InterruptedException {
        long begin = System.nanoTime();
        for (int i = 0; i < atLeast || System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(atLeastSeconds); i++) {
            round++;
            boolean isCalmFirst = round % 2 == 0;
            Times first = work(isCalmFirst ? calm.node : failing.node);
            Times second = work(isCalmFirst ? failing.node : calm.node);
            Times ours = isCalmFirst ? second : first;
            Times others = isCalmFirst ? first : second;
            into.flush.add(ours.flush / others.flush);
            into.compaction.add(ours.compaction / others.compaction);
        }
    }

    private Times work(MeasuredNode node) throws IOException, InterruptedException {
        ShapedRows rows = new ShapedRows(node.session(), MeasuredNode.KEYSPACE + "." + TABLE, KEY_BYTES);
        rows.write(0, ROWS_OF_A_FLUSH, round, shapes());
        double flush = timed(() -> node.verbs().flush(TABLE));
        rows.write(ROWS_OF_A_FLUSH, ROWS_OF_A_FLUSH, round, shapes());
        flush += timed(() -> node.verbs().flush(TABLE));
        double compaction = timed(() -> node.verbs().compact(TABLE));
        return new Times(flush, compaction);
    }

    /** An action to be timed. */
    private interface Work {
        void run() throws IOException;
    }

    private static double timed(Work work) throws IOException {
        long begin = System.nanoTime();
        work.run();
        return (System.nanoTime() - begin) / NANOS;
    }

    private ShapedRows.Shape shapes() {
        long first = (long) round * SHAPES_OF_A_ROUND;
        return partition -> first + partition % SHAPES_OF_A_ROUND;
    }

    private static int warnings(MeasuredNode node) throws IOException {
        return (int) node.logged("atalogue").stream()
                .filter(line -> line.startsWith("WARN") || line.startsWith("ERROR"))
                .count();
    }

    /** Ends the fault; returns whether the file system works as before. */
    private boolean mend(EmulatedDevice device) {
        try {
            device.endFault();
            return true;
        } catch (IOException e) {
            progress.accept("  not repaired while the node is up: " + e.getMessage());
            return false;
        }
    }

    /**
     * The recovery of the catalogue after a fault.
     *
     * @param isBack whether its files have all definitions again
     * @param seconds time from the end of the fault until then, or until the timeout
     * @param isRestarted whether the node had to be stopped to repair the file system
     * @param wrong number of rows missing or different from those written
     * @param newIds number of IDs assigned to new shapes afterwards
     */
    private record Return(boolean isBack, double seconds, boolean isRestarted, long wrong, long newIds) {}

    private Return comeBack(Side failing, boolean isMended) throws IOException, InterruptedException {
        MeasuredNode node = failing.node;
        long begin = System.nanoTime();
        if (!isMended) {
            node.stop();
            failing.device.endFault();
            node.restart();
        }
        boolean isBack = node.isReached("catalogueOpen", value -> value == 1, TIMEOUT_NANOS)
                && node.isReached("rounds", value -> value > 0, TIMEOUT_NANOS)
                && node.isReached("definitionsPending", value -> value == 0, TIMEOUT_NANOS)
                && node.isReached("definitionsUnwritten", value -> value == 0, TIMEOUT_NANOS);
        double back = (System.nanoTime() - begin) / NANOS;
        progress.accept(String.format(
                Locale.ROOT, "  %s %.1f s after the end of the fault", isBack ? "back" : "NOT back", back));
        ShapedRows rows = new ShapedRows(node.session(), MeasuredNode.KEYSPACE + "." + TABLE, KEY_BYTES);
        long wrong = rows.countWrong(0, 2 * ROWS_OF_A_FLUSH, 1, round, shapes());
        long interned = node.catalogue("interned");
        round++;
        rows.write(0, ROWS_OF_A_FLUSH, round, shapes());
        node.verbs().flush(TABLE);
        return new Return(isBack, back, !isMended, wrong, node.catalogue("interned") - interned);
    }

    private List<JsonNode> figures(
            DeviceFault fault, Ratios before, Ratios during, int warnings, long interned, Return back) {
        String name = "stall_" + fault.toString().replace('-', '_') + "_";
        progress.accept("  warnings " + warnings + ", rows lost " + back.wrong + ", new IDs " + back.newIds);
        String how = "relative to the node whose drive does not fail, rounds=" + during.flush.size();
        return Stream.of(
                        ScaleFigure.report(name + "flush_ratio_before", before.flush, "the same without the fault"),
                        ScaleFigure.atMost(name + "flush_ratio", during.flush, MOST_RATIO, how),
                        ScaleFigure.report(
                                name + "compaction_ratio_before", before.compaction, "the same without the fault"),
                        ScaleFigure.atMost(name + "compaction_ratio", during.compaction, MOST_RATIO, how),
                        ScaleFigure.exactly(name + "warnings", warnings, 1, "of the catalogue, during the fault"),
                        ScaleFigure.report(name + "ids_meanwhile", List.of((double) interned), "new shapes with an ID"),
                        ScaleFigure.exactly(name + "rows_lost", (double) back.wrong, 0, "missing, or not as written"),
                        ScaleFigure.report(
                                name + "back_seconds",
                                List.of(back.seconds),
                                back.isRestarted
                                        ? "after a restart, since the file system had to be remounted"
                                        : "until the catalogue's files are complete again"),
                        ScaleFigure.exactly(name + "back", back.isBack ? 1 : 0, 1, "all definitions are in its files"),
                        ScaleFigure.exactly(
                                name + "ids_afterwards",
                                (double) back.newIds,
                                SHAPES_OF_A_ROUND,
                                "of as many new shapes"))
                .map(ScaleFigure::toJson)
                .toList();
    }
}
