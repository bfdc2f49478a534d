package org.ssdtier.benchmarks.experiment;

import java.io.IOException;
import java.util.List;
import org.ssdtier.benchmarks.cli.Allowed;

/**
 * Cores for the nodes apart from those for the clients and the emulated drives: half of the machine's each, the nodes' first.
 *
 * @param isOn whether they are apart
 * @param cores number of the machine's cores
 */
record Pinning(boolean isOn, int cores) {
    private static final int LEAST_CORES = 2;

    Pinning {
        Allowed.require(!isOn || cores >= LEAST_CORES, "cores for --pin", cores, LEAST_CORES + " or more");
    }

    /** Returns the pinning of this machine. */
    static Pinning of(boolean isOn) {
        return new Pinning(isOn, Runtime.getRuntime().availableProcessors());
    }

    /** Returns the words before the command of a node. */
    List<String> ofNode() {
        return isOn ? List.of("taskset", "-c", range(0, cores / 2)) : List.of();
    }

    /** Moves this process, and what it starts from now on, to the other cores, if they are apart. */
    void moveThisProcess() throws IOException, InterruptedException {
        if (isOn) {
            Process taskset = new ProcessBuilder(
                            ofOthers(ProcessHandle.current().pid()))
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            if (taskset.waitFor() != 0) {
                throw new IOException("pin: taskset could not move this process to cores=" + range(cores / 2, cores));
            }
        }
    }

    /** Returns the command that moves all threads of a process to the cores for everything but nodes. */
    List<String> ofOthers(long pid) {
        return List.of("taskset", "-a", "-c", "-p", range(cores / 2, cores), Long.toString(pid));
    }

    private static String range(int from, int to) {
        return from + "-" + (to - 1);
    }
}
