package org.ssdtier.benchmarks.transfer;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.report.Json;

/** The program {@code ssdtier files} in a process of its own, on one store. */
final class FilesProgram {
    private static final String MAIN = "org.ssdtier.benchmarks.launcher.SsdTierCommand";
    /** Less than the files of any run: memory does not grow with their number. */
    private static final String HEAP = "-Xmx384m";

    private static final String SERVING = "serving keyspace=";
    private static final int LOG_LINES = 12;

    private final NodePorts ports;
    private final String keyspace;
    private final Path directory;

    /**
     * Creates the object; starts nothing.
     *
     * @param directory directory for figures and logs of the processes
     */
    FilesProgram(NodePorts ports, String keyspace, Path directory) {
        this.ports = ports;
        this.keyspace = keyspace;
        this.directory = directory;
    }

    /**
     * Runs a verb to its end.
     *
     * @return its figures
     * @throws IOException if it fails; the message has the end of its output
     */
    JsonNode run(String verb, String... words) throws IOException, InterruptedException {
        Path figures = directory.resolve(keyspace + "-" + verb + ".json");
        Files.deleteIfExists(figures);
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of("--json", figures.toString()));
        Process process = builder(verb, all).redirectOutput(log(verb).toFile()).start();
        try {
            int exit = process.waitFor();
            if (exit != 0) {
                throw new IOException("verb=" + verb + " keyspace=" + keyspace + " exit=" + exit + ": " + tail(verb));
            }
        } finally {
            process.destroyForcibly();
        }
        return Json.tree(figures);
    }

    /**
     * Runs a verb and kills it.
     *
     * @param millis time from the start to the kill
     * @return whether it was running until then
     * @throws IOException if it failed before
     */
    boolean kill(long millis, String verb, String... words) throws IOException, InterruptedException {
        Process process =
                builder(verb, List.of(words)).redirectOutput(log(verb).toFile()).start();
        boolean hasEnded = false;
        try {
            hasEnded = process.waitFor(millis, TimeUnit.MILLISECONDS);
        } finally {
            process.destroyForcibly().waitFor();
        }
        if (hasEnded && process.exitValue() != 0) {
            throw new IOException(
                    "verb=" + verb + " keyspace=" + keyspace + " exit=" + process.exitValue() + ": " + tail(verb));
        }
        return !hasEnded;
    }

    /** Starts the HTTP server on a port that is free; the caller closes it. */
    HttpProcess serve() throws IOException {
        Process process = builder("serve", List.of("--port", "0")).start();
        try {
            BufferedReader lines =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            String line = lines.readLine();
            if (line == null || !line.startsWith(SERVING)) {
                throw new IOException("verb=serve line=" + line + ", expected " + SERVING + ": " + tail("serve"));
            }
            String port = line.substring(line.lastIndexOf(':') + 1, line.length() - 1);
            return new HttpProcess(process, Integer.parseInt(port));
        } catch (IOException | RuntimeException e) {
            process.destroyForcibly();
            throw e;
        }
    }

    private ProcessBuilder builder(String verb, List<String> words) {
        List<String> command = HttpProcess.java(HEAP, MAIN);
        command.addAll(List.of("files", verb));
        command.addAll(words);
        command.addAll(List.of(
                "--keyspace", keyspace, "--host", ports.address(), "--cql-port", Integer.toString(ports.cql())));
        return new ProcessBuilder(command)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectError(errors(verb).toFile());
    }

    private Path log(String verb) {
        return directory.resolve(keyspace + "-" + verb + ".out");
    }

    private Path errors(String verb) {
        return directory.resolve(keyspace + "-" + verb + ".err");
    }

    private String tail(String verb) throws IOException {
        List<String> lines = Files.readAllLines(errors(verb));
        return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
    }
}
