package org.ssdtier.benchmarks.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process that serves files over HTTP on the loopback address.
 *
 * @param process the process
 * @param port the port
 */
record HttpProcess(Process process, int port) implements AutoCloseable {
    private static final int STOP_SECONDS = 30;

    /** Returns the command of a JVM with this one's class path, to which arguments may be added. */
    static List<String> java(String heap, String main) {
        return new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                heap,
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                main));
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("pid=" + process.pid() + ": still running after SIGKILL");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("pid=" + process.pid() + ": interrupted while waiting for its end", e);
        }
    }
}
