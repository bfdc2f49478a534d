package org.ssdtier.benchmarks.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A reading of the CPU time of all cores of this machine; Linux only. */
public final class CpuClock {
    private static final Path STAT = Path.of("/proc/stat");
    private static final int IDLE = 3;
    private static final int IO_WAIT = 4;

    private final long busyTicks;
    private final long allTicks;

    private CpuClock(long busyTicks, long allTicks) {
        this.busyTicks = busyTicks;
        this.allTicks = allTicks;
    }

    /** Returns a reading of this moment. */
    public static CpuClock now() throws IOException {
        return parse(Files.readString(STAT));
    }

    /**
     * Parses the text of {@code /proc/stat}; see {@code proc_stat(5)}.
     *
     * @throws IllegalArgumentException if it has no line of all cores
     */
    public static CpuClock parse(String stat) {
        List<Long> ticks = stat
                .lines()
                .filter(line -> line.startsWith("cpu "))
                .findFirst()
                .map(line -> List.of(line.substring(4).strip().split("\\s+")))
                .orElseThrow(() -> new IllegalArgumentException("no line that begins with 'cpu '"))
                .stream()
                .limit(8)
                .map(Long::parseLong)
                .toList();
        long all = ticks.stream().mapToLong(Long::longValue).sum();
        return new CpuClock(all - ticks.get(IDLE) - ticks.get(IO_WAIT), all);
    }

    /** Returns the busy fraction of all cores since an earlier reading, 0 to 1. */
    public double busySince(CpuClock earlier) {
        long all = allTicks - earlier.allTicks;
        return all <= 0 ? 0 : (double) (busyTicks - earlier.busyTicks) / all;
    }
}
