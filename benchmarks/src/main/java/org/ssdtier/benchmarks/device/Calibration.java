package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A calibration, which runs four loads on a device and compares them with its model in virtual time. Reads bypass the
 * page cache and cover the whole block device; {@code fdatasync} overwrites one page of a file.
 *
 * <p>A machine that is busy with other work sometimes answers late, so a load that does not agree is run again, up to
 * three runs.
 */
public final class Calibration {
    private static final long SIZE_BYTES = 2L << 30;
    private static final int MAX_TRIES = 3;
    private static final int PAGE_BYTES = 4096;
    private static final double SHORT_LOAD_SHARE = 0.4;
    private static final List<String> LOADS = List.of("random-qd1", "random-qd32", "sequential", "fdatasync");

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
     * @param mode profile and spindles
     * @param pathMicros time of the path through the kernel on this machine
     * @param loads comparison of each load with the model
     */
    public record Result(String mode, int pathMicros, List<LoadComparison> loads) {
        /** Returns whether all loads are within the tolerance. */
        public boolean isGood() {
            return loads.stream().allMatch(LoadComparison::isGood);
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
            fill(file);
            device.modelOn();
            List<LoadComparison> loads = new ArrayList<>();
            for (String load : LOADS) {
                Path target = load.equals("fdatasync") ? file : device.blockDevice();
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
        boolean isRandom = load.startsWith("random");
        String length = Double.toString(isRandom ? seconds : seconds * SHORT_LOAD_SHARE);
        for (int tries = 1; ; tries++) {
            String line = machine.require(
                    programs.probe().toString(), target.toString(), load, length, Integer.toString(tries));
            LoadComparison comparison = new LoadComparison(
                    LoadFigures.parse(line),
                    expected,
                    ProfileArithmetic.meanMicros(profile, spindles, load),
                    (profile.hasHeads() || profile.isVolume()) && isRandom,
                    tries);
            if (comparison.isGood() || tries == MAX_TRIES) {
                return comparison;
            }
        }
    }

    /** Writes the page that is overwritten later, because the first write to a file also causes metadata writes. */
    private static void fill(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(PAGE_BYTES));
            channel.force(true);
        }
    }
}
