package org.ssdtier.node.container;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A run of a script of the image in a directory that stands for the container: {@code cassandra.yaml} and a
 * {@code docker-entrypoint.sh} that prints what it was given.
 */
final class ImageScript {
    /** The folder of everything that makes containers. */
    static final Path DOCKER = Path.of("../../docker").toAbsolutePath().normalize();

    private static final String NEXT = "#!/bin/sh\necho \"next: $*\"\necho \"options:${JVM_EXTRA_OPTS:-}\"\n";

    private final Path directory;

    private ImageScript(Path directory) {
        this.directory = directory;
    }

    /**
     * The outcome of a run.
     *
     * @param exitCode exit code of the script
     * @param output output of the script, including errors
     */
    record Outcome(int exitCode, String output) {}

    /** Returns a container whose {@code cassandra.yaml} has a text. */
    static ImageScript in(Path directory, String yaml) throws IOException {
        ImageScript script = new ImageScript(directory);
        Files.writeString(script.yaml(), yaml);
        Path next = directory.resolve("docker-entrypoint.sh");
        Files.writeString(next, NEXT);
        assertTrue(next.toFile().setExecutable(true));
        return script;
    }

    /** Returns the configuration. */
    Path yaml() {
        return directory.resolve("cassandra.yaml");
    }

    /** Returns the directory of the volume for the SSD. */
    Path volume() {
        return directory.resolve("ssd");
    }

    /** Runs the entrypoint. */
    Outcome start(Map<String, String> environment, String... words) throws IOException, InterruptedException {
        return run("ssdtier-entrypoint", environment, words);
    }

    /**
     * Runs the entrypoint where no file can get larger than 1 KiB.
     *
     * @param isKilled whether the system kills it then, or its write fails as on a full disk
     */
    Outcome startWithoutSpace(boolean isKilled, Map<String, String> environment)
            throws IOException, InterruptedException {
        String limit = (isKilled ? "" : "trap '' XFSZ; ") + "ulimit -f 1; exec \"$@\"";
        String script = DOCKER.resolve("image/ssdtier-entrypoint").toString();
        return run(List.of("bash", "-c", limit, "bash", script, "cassandra"), environment);
    }

    /** Runs a script with an environment that has nothing else of Cassandra's. */
    Outcome run(String name, Map<String, String> environment, String... words)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(DOCKER.resolve("image").resolve(name).toString());
        command.addAll(List.of(words));
        return run(command, environment);
    }

    private Outcome run(List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        Map<String, String> all = builder.environment();
        String path = all.getOrDefault("PATH", "/usr/bin:/bin");
        all.clear();
        all.put("PATH", directory + ":" + path);
        all.put("CASSANDRA_CONF", directory.toString());
        all.put("SSDTIER_VOLUME", volume().toString());
        all.put("SSDTIER_LIBRARY", directory.toString());
        all.putAll(environment);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Outcome(process.waitFor(), output);
    }
}
