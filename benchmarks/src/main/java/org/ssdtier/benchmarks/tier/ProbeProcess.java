package org.ssdtier.benchmarks.tier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.node.Checkout;

/** Runs a probe in a JVM with the class path and the flags of a node; its figures come as lines of JSON. */
final class ProbeProcess {
    private static final String MAIN = "org.ssdtier.benchmarks.tier.probe.TierBench";
    private static final String HEAP = "2g";

    private final Checkout checkout;
    private final Path directory;
    private final String scale;

    ProbeProcess(Checkout checkout, Path directory, String scale) {
        this.checkout = checkout;
        this.directory = directory;
        this.scale = scale;
    }

    /**
     * Runs one probe.
     *
     * @throws IOException if it fails, with the end of what it said
     */
    List<JsonNode> run(String probe) throws IOException, InterruptedException {
        Path errors = directory.resolve("probe-" + probe + ".log");
        Process process = new ProcessBuilder(command(probe))
                .directory(directory.toFile())
                .redirectError(errors.toFile())
                .start();
        Thread stopWithUs = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(stopWithUs);
        ObjectMapper mapper = new ObjectMapper();
        List<JsonNode> figures = new ArrayList<>();
        try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("{")) {
                    figures.add(mapper.readTree(line));
                }
            }
        }
        int exit = process.waitFor();
        Runtime.getRuntime().removeShutdownHook(stopWithUs);
        if (exit != 0) {
            throw new IOException("probe=" + probe + " exit=" + exit + ": " + end(errors));
        }
        return figures;
    }

    private List<String> command(String probe) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(jvmFlags());
        command.addAll(List.of("-Xms" + HEAP, "-Xmx" + HEAP, "-XX:+AlwaysPreTouch", "-XX:MaxDirectMemorySize=4g"));
        command.addAll(List.of(
                "-Dlogback.configurationFile=" + checkout.configuration().resolve("logback-tools.xml")));
        command.addAll(
                List.of("-cp", classPath(), MAIN, directory.resolve("tier").toString(), scale, probe));
        return command;
    }

    private List<String> jvmFlags() throws IOException {
        return Files.readAllLines(checkout.configuration().resolve("jvm17-server.options")).stream()
                .map(String::strip)
                .filter(line -> line.startsWith("--add-"))
                .toList();
    }

    private String classPath() throws IOException {
        List<Path> jars = new ArrayList<>();
        jars.add(tierBenchJar());
        jars.add(checkout.dropInJar());
        jars.addAll(checkout.stockJars());
        return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private Path tierBenchJar() throws IOException {
        Path target = checkout.root().resolve("benchmarks/tier-bench/target");
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(path -> path.getFileName().toString().matches("tier-bench-.*\\.jar"))
                    .findFirst()
                    .orElseThrow(
                            () -> new IOException("directory=" + target + ": no tier-bench-*.jar; build it first"));
        }
    }

    private static String end(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join(System.lineSeparator(), lines.subList(Math.max(0, lines.size() - 20), lines.size()));
    }
}
