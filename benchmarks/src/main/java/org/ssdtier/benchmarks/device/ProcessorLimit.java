package org.ssdtier.benchmarks.device;

import java.io.IOException;
import java.time.Duration;

/**
 * A limit of the processor time of one running program, by a control group of its own. Other programs of the machine have the
 * rest, as if the program ran on a smaller machine beside theirs.
 */
public final class ProcessorLimit implements AutoCloseable {
    /** Short, so that a program that has used its time waits for milliseconds only. */
    private static final long PERIOD_MICROS = 10_000;

    private static final Duration LOOK = Duration.ofMillis(50);
    private static final int MAX_LOOKS = 200;

    private final String name;
    private final Cgroups cgroups;
    private final Machine machine;
    private boolean isClosed;

    private ProcessorLimit(String name, Cgroups cgroups, Machine machine) {
        this.name = name;
        this.cgroups = cgroups;
        this.machine = machine;
    }

    /**
     * Limits a program on this machine.
     *
     * @param pid process id of the program
     * @param processors number of processors whose time it may use, such as 0.5
     * @throws IOException if there is no control group for that, or this program may not make one
     */
    public static ProcessorLimit on(long pid, double processors) throws IOException {
        return on(pid, processors, new LinuxMachine());
    }

    static ProcessorLimit on(long pid, double processors, Machine machine) throws IOException {
        Cgroups cgroups = Cgroups.of(machine, "cpu")
                .filter(found -> isRoot(machine))
                .orElseThrow(() -> new IOException(
                        "processors=" + processors + ": a limit needs root and a mounted control group with cpu"));
        ProcessorLimit limit = new ProcessorLimit("processors-" + pid, cgroups, machine);
        try {
            cgroups.makeOfProcessors(machine, limit.name, processors, PERIOD_MICROS);
            machine.write(cgroups.directory(limit.name).resolve("cgroup.procs"), Long.toString(pid));
        } catch (IOException e) {
            machine.removeDirectory(cgroups.directory(limit.name));
            throw e;
        }
        return limit;
    }

    private static boolean isRoot(Machine machine) {
        try {
            return machine.isRoot();
        } catch (IOException unknown) {
            return false;
        }
    }

    /** Removes the group, after its program has ended. */
    @Override
    public void close() throws IOException {
        if (isClosed) {
            return;
        }
        isClosed = true;
        for (int looks = 1; ; looks++) {
            try {
                machine.removeDirectory(cgroups.directory(name));
                return;
            } catch (IOException stillInUse) {
                if (looks == MAX_LOOKS) {
                    throw stillInUse;
                }
                machine.pause(LOOK);
            }
        }
    }
}
