package org.ssdtier.benchmarks.matrix;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.load.FileTree;
import org.ssdtier.benchmarks.node.InstallerJar;
import org.ssdtier.benchmarks.node.ToolResult;

/**
 * The trial of a release that the installer refuses by its version. A copy of its jars that names itself a 5.0.x shows what a weave
 * would find: either all takes, or the first class and method that differ. No node is started.
 */
final class PreviewTrial {
    private static final String VERSION_FILE = "org/apache/cassandra/config/version.properties";
    private static final String PRETENDED = "5.0.99";
    private static final String ALLOWED = "allowed: Cassandra 5.0.x";

    private final String version;
    private final Path jars;
    private final InstallerJar installer;
    private final Path home;
    private final Consumer<String> progress;

    /**
     * Creates a trial.
     *
     * @param jars directory of the jars of the release
     * @param directory parent of the home that is made of them
     */
    PreviewTrial(String version, Path jars, InstallerJar installer, Path directory, Consumer<String> progress) {
        this.version = version;
        this.jars = jars;
        this.installer = installer;
        home = directory.resolve("preview-" + version);
        this.progress = progress;
    }

    /** Runs the one step there is: the installation. */
    List<StepOutcome> run() throws IOException {
        long begin = System.nanoTime();
        create();
        ToolResult refused = installer.run("install", home);
        if (refused.exitCode() != 1
                || !refused.output().contains("version=" + version)
                || !refused.output().contains(ALLOWED)) {
            throw new IOException(
                    "command=install exit=" + refused.exitCode() + ": expected a refusal with version=" + version
                            + " and " + ALLOWED + ", found: " + refused.output().strip());
        }
        pretend();
        ToolResult woven = installer.run("install", home);
        StepOutcome outcome = new StepOutcome(
                MatrixStep.INSTALL.toString(),
                woven.exitCode() == 0,
                Math.round((System.nanoTime() - begin) / 1e8) / 10.0,
                "refused by its version; as a 5.0.x: " + found(woven));
        progress.accept("Cassandra " + version + " (preview) install: " + outcome.found());
        return List.of(outcome);
    }

    private void create() throws IOException {
        FileTree.delete(home);
        Path lib = Files.createDirectories(home.resolve("lib"));
        try (Stream<Path> files = Files.list(jars)) {
            for (Path jar : files.toList()) {
                Files.copy(jar, lib.resolve(jar.getFileName()));
            }
        }
    }

    private void pretend() throws IOException {
        Path jar = home.resolve("lib/cassandra-all-" + version + ".jar");
        JarEntry.replace(
                jar, VERSION_FILE, old -> ("CassandraVersion=" + PRETENDED + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /** Returns what was found, without the names of files of this machine. */
    static String found(ToolResult result) {
        String output = result.output().strip();
        int begin = output.indexOf("version=" + PRETENDED);
        if (result.exitCode() == 0) {
            return "every weave takes";
        }
        return (begin < 0 ? output : output.substring(begin + ("version=" + PRETENDED + ": ").length())).strip();
    }
}
