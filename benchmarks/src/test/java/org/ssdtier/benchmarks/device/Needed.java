package org.ssdtier.benchmarks.device;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a machine that a test needs. A test without them is skipped, so that it does not count as passed, and a
 * line names the test and what is missing.
 */
public final class Needed {
    private Needed() {}

    /** Skips the test where no drive can be emulated: without root, FUSE, loop devices, or the programs for them. */
    public static void drives(DeviceRegistry host) throws IOException {
        absent(host.obstacle());
    }

    /** Skips the test where the memory of a program cannot be limited: without root or control groups. */
    public static void memoryGroups(DeviceRegistry host) throws IOException {
        absent(
                host.canBoundMemory()
                        ? Optional.empty()
                        : Optional.of("user=" + System.getProperty("user.name")
                                + ": memory control groups need root and a mounted cgroup memory controller"));
    }

    /** Skips the test where a program cannot be found. */
    public static void program(String name) throws IOException {
        absent(obstacleOf(name));
    }

    /** Returns why a program cannot be run, or empty if it can. */
    static Optional<String> obstacleOf(String program) throws IOException {
        List<String> search = List.of("sh", "-c", "command -v " + program);
        return new LinuxMachine().run(search).exitCode() == 0
                ? Optional.empty()
                : Optional.of("program=" + program + ": not installed");
    }

    /** Skips the test if there is an obstacle. */
    @SuppressWarnings("SystemOut") // Maven's summary counts skipped tests, but does not say why
    public static void absent(Optional<String> obstacle) {
        if (obstacle.isPresent()) {
            StackTraceElement test = StackWalker.getInstance()
                    .walk(frames -> frames.filter(frame -> !frame.getClassName().equals(Needed.class.getName()))
                            .findFirst())
                    .orElseThrow()
                    .toStackTraceElement();
            System.err.println("skipped: " + test.getClassName() + "." + test.getMethodName() + ": " + obstacle.get());
        }
        assumeTrue(obstacle.isEmpty(), () -> "missing: " + obstacle.orElse(""));
    }
}
