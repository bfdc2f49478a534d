package org.ssdtier.benchmarks.tier;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.ycsb.generator.Zipf;

/**
 * A JVM with the class path and the flags of a node, for probes that need the node's classes. It prints its figures as
 * lines of JSON.
 */
public final class ProbeProcess {
    private static final int LAST_LINES = 20;

    private final Checkout checkout;
    private final Path directory;
    private final String heap;
    private final Checkout dropIn;
    private final boolean hasJmh;

    /**
     * Prepares such a JVM.
     *
     * @param checkout checkout with the jars
     * @param directory working directory
     * @param heap heap size, as in {@code -Xmx}; all its pages are touched at the start
     */
    public ProbeProcess(Checkout checkout, Path directory, String heap) {
        this(checkout, directory, heap, checkout, false);
    }

    private ProbeProcess(Checkout checkout, Path directory, String heap, Checkout dropIn, boolean hasJmh) {
        this.checkout = checkout;
        this.directory = directory;
        this.heap = heap;
        this.dropIn = dropIn;
        this.hasJmh = hasJmh;
    }

    /** Returns such a JVM with JMH on its class path. */
    public ProbeProcess withJmh() {
        return new ProbeProcess(checkout, directory, heap, dropIn, true);
    }

    /**
     * Returns such a JVM with the drop-in jar of another checkout; probes and Cassandra are those of this one. The
     * probe may only use classes and methods that both jars have.
     */
    public ProbeProcess withDropInOf(Checkout other) {
        return new ProbeProcess(checkout, directory, heap, other, hasJmh);
    }

    /**
     * Runs a class and waits for its end.
     *
     * @param errors file for its standard error; null for this JVM's standard error
     * @param main name of the class
     * @param arguments arguments of its main method
     * @return the lines of JSON on its standard output
     * @throws IOException if it fails; the message ends with the last lines of {@code errors}
     */
    public List<JsonNode> run(@Nullable Path errors, String main, List<String> arguments)
            throws IOException, InterruptedException {
        return run(Map.of(), errors, main, arguments);
    }

    /**
     * Runs a class as {@link #run(Path, String, List)} does, with more environment variables.
     *
     * @param environment variables in addition to those of this process
     */
    List<JsonNode> run(Map<String, String> environment, @Nullable Path errors, String main, List<String> arguments)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command(main, arguments))
                .directory(directory.toFile())
                .redirectError(errors == null ? Redirect.INHERIT : Redirect.to(errors.toFile()));
        builder.environment().putAll(environment);
        Process process = builder.start();
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
            throw new IOException(
                    "class=" + main + " exit=" + exit + (errors == null ? ", see above" : ": " + end(errors)));
        }
        return figures;
    }

    private List<String> command(String main, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(checkout.jvmFlags());
        command.addAll(List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+AlwaysPreTouch", "-XX:MaxDirectMemorySize=4g"));
        command.addAll(List.of(
                "-Dlogback.configurationFile=" + checkout.configuration().resolve("logback-tools.xml")));
        command.addAll(List.of("-cp", classPath(), main));
        command.addAll(arguments);
        return command;
    }

    private String classPath() throws IOException {
        List<Path> jars = new ArrayList<>(tierBenchJars());
        jars.add(dropIn.dropInJar());
        jars.addAll(checkout.stockJars());
        jars.add(generators());
        return jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns the jar of tier-bench, then JMH's, to come before Cassandra's, of which commons-math is older. */
    private List<Path> tierBenchJars() throws IOException {
        Path target = checkout.root().resolve("benchmarks/tier-bench/target");
        List<Path> jars = new ArrayList<>(jarsIn(target, "tier-bench-"));
        if (hasJmh) {
            jars.addAll(jarsIn(target.resolve("lib"), ""));
        }
        return jars;
    }

    private static List<Path> jarsIn(Path directory, String prefix) throws IOException {
        List<Path> jars = List.of();
        if (Files.isDirectory(directory)) {
            try (Stream<Path> files = Files.list(directory)) {
                jars = files.filter(path -> path.getFileName().toString().startsWith(prefix))
                        .filter(path -> path.toString().endsWith(".jar"))
                        .toList();
            }
        }
        if (jars.isEmpty()) {
            throw new IOException("directory=" + directory + ": no " + prefix + "*.jar; build it first");
        }
        return jars;
    }

    /** Returns the jar or directory from which this JVM loaded the request generators. */
    private static Path generators() throws IOException {
        try {
            return Path.of(Zipf.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IOException("the request generators cannot be found", e);
        }
    }

    private static String end(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        return String.join(System.lineSeparator(), lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
    }
}
