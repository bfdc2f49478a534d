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
 * What tells the process of a node from every other that a pid file may name: its command line is that of a Cassandra of this
 * home, and it is not younger than the file. A process id is used again some day.
 *
 * @param home the node's directory
 * @param written when the pid was written
 */
record NodeIdentity(Path home, Instant written) {
    private static final String DAEMON = "org.apache.cassandra.service.CassandraDaemon";
    /** The kernel counts start times in hundredths of a second since a boot that it knows to the second. */
    private static final Duration CLOCK_ERROR = Duration.ofSeconds(2);

    /** Whether a process is the node, or the script that is about to become it. */
    boolean isOf(ProcessHandle handle) {
        return isOf(commandLine(handle), handle.info().startInstant().orElse(Instant.EPOCH));
    }

    boolean isOf(List<String> words, Instant start) {
        boolean isCassandra = words.contains(DAEMON)
                || words.contains(home.resolve("bin/cassandra").toString());
        boolean isOfThisHome = words.stream().anyMatch(word -> word.contains(home + "/"));
        return isCassandra && isOfThisHome && !start.isAfter(written.plus(CLOCK_ERROR));
    }

    /** Of {@code /proc}, for the JDK cuts long ones off; a class path is long. */
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
