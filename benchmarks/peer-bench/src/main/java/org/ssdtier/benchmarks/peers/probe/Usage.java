package org.ssdtier.benchmarks.peers.probe;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A reading of the resources used by a peer's process and its server process, if any.
 *
 * @param nanos time of the reading
 * @param cpuNanos processor time
 * @param readBytes bytes read by the processes from a device, as counted by the kernel; without reads from the page
 *     cache
 * @param writtenBytes bytes written by the processes to a device, or made dirty in the page cache
 * @param deviceReads number of reads of the device by all processes; -1 if it has no counter
 */
record Usage(long nanos, long cpuNanos, long readBytes, long writtenBytes, long deviceReads) {
    private static final long NANOS_PER_TICK = 10_000_000;

    static Usage of(Peer peer, Path directory) throws IOException {
        long server = peer.serverPid();
        long cpu =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
        long read = io("self", "read_bytes");
        long written = io("self", "write_bytes");
        if (server >= 0) {
            cpu += cpuNanos(server);
            read += io(Long.toString(server), "read_bytes");
            written += io(Long.toString(server), "write_bytes");
        }
        return new Usage(System.nanoTime(), cpu, read, written, deviceReads(directory));
    }

    /** Returns the difference from an earlier reading. */
    Usage since(Usage earlier) {
        return new Usage(
                nanos - earlier.nanos,
                cpuNanos - earlier.cpuNanos,
                readBytes - earlier.readBytes,
                writtenBytes - earlier.writtenBytes,
                deviceReads < 0 ? -1 : deviceReads - earlier.deviceReads);
    }

    double seconds() {
        return nanos / 1e9;
    }

    /** Returns the fraction of all processors that was busy for this peer, 0 to 1. */
    double processorShare() {
        return (double) cpuNanos / nanos / Runtime.getRuntime().availableProcessors();
    }

    /** Returns the anonymous resident memory of a process in bytes. */
    static long anonymousBytes(String process) throws IOException {
        return number(Path.of("/proc", process, "status"), "RssAnon") << 10;
    }

    private static long io(String process, String name) throws IOException {
        return number(Path.of("/proc", process, "io"), name);
    }

    private static long number(Path file, String name) throws IOException {
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith(name + ":")) {
                return Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        throw new IOException("file=" + file + ": no " + name);
    }

    /**
     * Returns user and system time of another process from its stat line; the name in parentheses may contain blanks.
     */
    private static long cpuNanos(long process) throws IOException {
        String stat = Files.readString(Path.of("/proc", Long.toString(process), "stat"));
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[11]) + Long.parseLong(fields[12])) * NANOS_PER_TICK;
    }

    private static long deviceReads(Path directory) throws IOException {
        long device = (Long) Files.getAttribute(directory, "unix:dev");
        long major = (device >> 8) & 0xFFF;
        long minor = (device & 0xFF) | ((device >> 12) & 0xFFF00);
        Path stat = Path.of("/sys/dev/block", major + ":" + minor, "stat");
        if (!Files.exists(stat)) {
            return -1;
        }
        return Long.parseLong(Files.readString(stat).strip().split("\\s+", -1)[0]);
    }
}
