package org.ssdtier.benchmarks.peers.probe;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a peer has used up to a moment: its process, and its server's when it has one.
 *
 * @param nanos the moment
 * @param cpuNanos processor time
 * @param readBytes bytes the processes had read from a device, as the kernel counts them: not from the page cache
 * @param writtenBytes bytes the processes had written to a device, or made dirty in the page cache
 * @param deviceReads reads the device has done, for anybody; -1 if it has no counter
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

    /** What was used since an earlier moment. */
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

    /** The share of all processors that was busy for this peer, 0 to 1. */
    double processorShare() {
        return (double) cpuNanos / nanos / Runtime.getRuntime().availableProcessors();
    }

    /** Memory that belongs to a process and to no file, bytes. */
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

    /** User and system time of another process, from its stat line; the name in parentheses may hold blanks. */
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
