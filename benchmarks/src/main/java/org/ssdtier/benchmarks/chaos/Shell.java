package org.ssdtier.benchmarks.chaos;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs that are run with a limit of time. */
final class Shell {
    private static final int KEPT_CHARACTERS = 600;

    private Shell() {}

    /**
     * Runs a program that must succeed, without input.
     *
     * @param seconds longest duration; the program is killed after it
     * @return its output and errors
     * @throws IOException if it fails or takes too long; the message has the end of its output
     */
    static String require(List<String> command, int seconds) throws IOException {
        Path output = Files.createTempFile("chaos", ".out");
        try {
            Process process = start(command, output);
            boolean hasEnded = awaitEnd(process, command, seconds);
            String text = Files.readString(output);
            if (!hasEnded || process.exitValue() != 0) {
                throw new IOException("command=" + String.join(" ", command)
                        + (hasEnded ? " exit=" + process.exitValue() : ": not within " + seconds + " s") + ": "
                        + text.substring(Math.max(0, text.length() - KEPT_CHARACTERS))
                                .strip());
            }
            return text;
        } finally {
            Files.deleteIfExists(output);
        }
    }

    private static Process start(List<String> command, Path output) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(output.toFile());
        // Cassandra's variables of the caller belong to another node
        builder.environment().keySet().removeAll(List.of("CASSANDRA_HOME", "CASSANDRA_CONF", "CASSANDRA_INCLUDE"));
        return builder.start();
    }

    private static boolean awaitEnd(Process process, List<String> command, int seconds) throws IOException {
        try {
            if (process.waitFor(seconds, TimeUnit.SECONDS)) {
                return true;
            }
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
            return false;
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("command=" + String.join(" ", command) + ": interrupted");
        }
    }
}
