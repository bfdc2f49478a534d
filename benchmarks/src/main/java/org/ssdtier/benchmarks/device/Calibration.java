package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A calibration, which runs four loads on a device and compares them with its model in virtual time. Reads bypass the
 * page cache and cover the whole block device; {@code fdatasync} overwrites one page of a file.
 *
 * <p>A partly full SSD has a translation layer, and reads nothing where nothing was written: there the random reads cover
 * a file. The model in virtual time has no translation layer. It knows what a read of written flash takes, for each sector
 * is in one flash page, and flash pages are spread over the dies. It knows no garbage: a first run of {@code fdatasync}
 * may have to end a collection that began before it, and the next one then overwrites what it wrote itself.
 *
 * <p>A machine that is busy with other work sometimes answers late, so a load that does not agree is run again, up to
 * three runs.
 */
public final class Calibration {
    private static final long SIZE_BYTES = 2L << 30;
    private static final int MAX_TRIES = 3;
    private static final int PAGE_BYTES = 4096;

    /** The written part of a drive with a translation layer: thousands of flash pages, little of a nearly full drive. */
    private static final int WRITTEN_PAGES = 16_384;

    /** The 99th percentile from which on an SSD's own queues form it, in medians. */
    private static final double LONG_TAIL = 2;

    private static final String SYNC = "fdatasync";
    private static final double SHORT_LOAD_SHARE = 0.4;
    private static final List<String> LOADS = List.of("random-qd1", "random-qd32", "sequential", SYNC);

    private final DeviceRegistry registry;
    private final DevicePrograms programs;
    private final Machine machine;
    private final double seconds;

    /**
     * Creates a calibration.
     *
     * @param registry registry of the temporary devices
     * @param seconds duration of a random load
     */
    public Calibration(DeviceRegistry registry, double seconds) {
        this.registry = registry;
        this.programs = registry.programs();
        this.machine = registry.machine();
        this.seconds = seconds;
    }

    /**
     * The result of a calibration.
     *
     * @param mode profile and spindles, or another name of this kind of drive
     * @param pathMicros time of the path through the kernel on this machine
     * @param loads comparison of each load with the model
     */
    public record Result(String mode, int pathMicros, List<LoadComparison> loads) {
        /** Returns whether all loads are within the tolerance. */
        public boolean isGood() {
            return loads.stream().allMatch(LoadComparison::isGood);
        }

        /** Returns the same result of a kind of drive with this name. */
        Result named(String name) {
            return new Result(name, pathMicros, loads);
        }
    }

    /**
     * Calibrates one kind of drive on a temporary device.
     *
     * @param done receives each comparison when its load ends
     */
    public Result run(DeviceProfile profile, int spindles, Consumer<LoadComparison> done) throws IOException {
        String name = "calibrate-" + profile.name() + "-" + spindles + "-"
                + ProcessHandle.current().pid();
        Map<String, LoadFigures> expected = expected(profile, spindles);
        try (EmulatedDevice device = registry.up(DeviceRequest.of(name, profile, spindles, SIZE_BYTES))) {
            Path file = device.mountPoint().resolve("overwritten");
            write(file, 1);
            Path read = device.blockDevice();
            if (profile.hasTranslationLayer()) {
                read = device.mountPoint().resolve("written");
                write(read, WRITTEN_PAGES);
            }
            device.modelOn();
            List<LoadComparison> loads = new ArrayList<>();
            for (String load : LOADS) {
                Path target = load.equals(SYNC) ? file : isRandom(load) ? read : device.blockDevice();
                LoadComparison comparison = compare(profile, spindles, target, load, expected.get(load));
                loads.add(comparison);
                done.accept(comparison);
            }
            return new Result(device.mode(), device.pathMicros(), loads);
        }
    }

    /** Returns the model's figures by load; empty if there is no model. */
    Map<String, LoadFigures> expected(DeviceProfile profile, int spindles) throws IOException {
        Map<String, LoadFigures> expected = new HashMap<>();
        if (profile.hasModel()) {
            List<String> command = new ArrayList<>(List.of(programs.predict().toString(), "size_bytes=" + SIZE_BYTES));
            command.addAll(profile.words(spindles));
            machine.require(command.toArray(String[]::new))
                    .lines()
                    .map(LoadFigures::parse)
                    .forEach(figures -> expected.put(figures.load(), figures));
        }
        return expected;
    }

    private LoadComparison compare(
            DeviceProfile profile, int spindles, Path target, String load, @Nullable LoadFigures expected)
            throws IOException {
        String length = Double.toString(isRandom(load) ? seconds : seconds * SHORT_LOAD_SHARE);
        for (int tries = 1; ; tries++) {
            String line = machine.require(
                    programs.probe().toString(), target.toString(), load, length, Integer.toString(tries));
            LoadComparison comparison = new LoadComparison(
                    LoadFigures.parse(line),
                    expected,
                    ProfileArithmetic.meanMicros(profile, spindles, load),
                    isTailJudged(profile, load, expected),
                    tries);
            if (comparison.isGood() || tries == MAX_TRIES) {
                return comparison;
            }
        }
    }

    /**
     * Returns whether the 99th percentile of a load must agree with the model's: for random reads of hard disks and of
     * volumes, and for those of an SSD that mostly wait for its dies.
     *
     * <p>With n dies that a read occupies for r, and x reads a second, a die is busy for x r / n of the time. A whole
     * {@code ssd-sata} with 32 reads queued is limited by its controller: x = 50,000, n = 32, r = 128 µs, so 0.2. Few reads
     * wait, for one other read, which adds 128 µs: as much as a machine whose cores the load occupies. A small drive of 5
     * dies is limited by these: x = 36,600, so 0.94, and its 99th percentile of 2.7 ms is that of the queues of its dies,
     * four medians long. Two medians are the limit between these cases. An SSD's other loads have a single latency in the
     * model, so one median.
     */
    static boolean isTailJudged(DeviceProfile profile, String load, @Nullable LoadFigures expected) {
        if (!isRandom(load)) {
            return false;
        }
        return profile.hasHeads()
                || profile.isVolume()
                || (expected != null && expected.p99Micros() >= LONG_TAIL * expected.p50Micros());
    }

    private static boolean isRandom(String load) {
        return load.startsWith("random");
    }

    /** Writes pages that are read or overwritten later; the first write to a file also causes metadata writes. */
    private static void write(Path file, int pages) throws IOException {
        byte[] page = new byte[PAGE_BYTES];
        Arrays.fill(page, (byte) 'x'); // not zeros, which may become a hole
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int i = 0; i < pages; i++) {
                channel.write(ByteBuffer.wrap(page));
            }
            channel.force(true);
        }
    }
}
