package org.ssdtier.benchmarks.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;

/**
 * The identity of a node's process, which distinguishes it from another process with the pid in the pid file. Its
 * command line is that of a Cassandra of this home, and it did not start after the file was written. The operating
 * system reuses pids.
 *
 * @param home the node's directory
 * @param written time at which the pid was written
 */
record NodeIdentity(Path home, Instant written) {
    private static final String DAEMON = "org.apache.cassandra.service.CassandraDaemon";
    /** The kernel reports start times in hundredths of a second since boot, and the boot time in whole seconds. */
    private static final Duration CLOCK_ERROR = Duration.ofSeconds(2);

    /** Returns whether a process is the node, or the script that will execute it. */
    boolean isOf(ProcessHandle handle) {
        return isOf(commandLine(handle), handle.info().startInstant().orElse(Instant.EPOCH));
    }

    boolean isOf(List<String> words, Instant start) {
        boolean isCassandra = words.contains(DAEMON)
                || words.contains(home.resolve("bin/cassandra").toString());
        boolean isOfThisHome = words.stream().anyMatch(word -> word.contains(home + "/"));
        return isCassandra && isOfThisHome && !start.isAfter(written.plus(CLOCK_ERROR));
    }

    /** Returns the command line from {@code /proc}, since the JDK truncates long ones and a class path is long. */
    private static List<String> commandLine(ProcessHandle handle) {
        Path file = Path.of("/proc", Long.toString(handle.pid()), "cmdline");
        try {
            if (Files.exists(file)) {
                return Arrays.asList(new String(Files.readAllBytes(file), StandardCharsets.UTF_8).split("\0", -1));
            }
        } catch (IOException endedMeanwhile) {
            return List.of();
        }
        return handle.info().arguments().map(Arrays::asList).orElse(List.of());
    }
}
