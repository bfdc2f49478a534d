package org.ssdtier.benchmarks.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The runnable jar of the build, which installs the tier into a Cassandra and removes it. */
public final class InstallerJar {
    private final Path jar;

    private InstallerJar(Path jar) {
        this.jar = jar;
    }

    /**
     * Finds the jar of the checkout.
     *
     * @throws IOException if it is not built
     */
    public static InstallerJar locate() throws IOException {
        return new InstallerJar(Checkout.locate().installerJar());
    }

    /** Returns the jar. */
    public Path path() {
        return jar;
    }

    /**
     * Runs a command of the jar, such as {@code install}, and waits for its end.
     *
     * @param home directory of the Cassandra
     * @throws IOException if it cannot be started or is interrupted
     */
    public ToolResult run(String command, Path home) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
        Process process = new ProcessBuilder(
                        List.of(java, "-XX:TieredStopAtLevel=1", "-jar", jar.toString(), command, home.toString()))
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            return new ToolResult(process.waitFor(), output);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("command=" + command + ": interrupted", e);
        }
    }

    /**
     * Runs a command of the jar that must succeed.
     *
     * @return its output
     * @throws IOException if it fails; the message has its last line
     */
    public String require(String command, Path home) throws IOException {
        ToolResult result = run(command, home);
        if (result.exitCode() != 0) {
            throw new IOException("command=" + command + " exit=" + result.exitCode() + ": "
                    + result.output().strip());
        }
        return result.output();
    }
}
