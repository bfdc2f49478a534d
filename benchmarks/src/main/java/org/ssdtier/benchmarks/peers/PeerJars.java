package org.ssdtier.benchmarks.peers;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ssdtier.benchmarks.node.Checkout;

/**
 * The class paths of the peers. The launcher's build omits the module peer-bench because of its 200 MB of libraries; it
 * is built here on demand.
 */
final class PeerJars {
    private final Checkout checkout;
    private final Path module;

    private PeerJars(Checkout checkout) {
        this.checkout = checkout;
        this.module = checkout.root().resolve("benchmarks/peer-bench");
    }

    /**
     * Finds the jars; builds them if they are missing or older than their sources.
     *
     * @param progress receives a message before a build
     */
    static PeerJars ready(Checkout checkout, Consumer<String> progress) throws IOException, InterruptedException {
        PeerJars jars = new PeerJars(checkout);
        if (!jars.isCurrent()) {
            if ("never".equals(System.getenv("SSDTIER_BUILD"))) {
                throw new IOException("directory=" + jars.module
                        + ": not built, or older than its sources; build it with: mvn package");
            }
            progress.accept("building benchmarks/peer-bench; the first build downloads the peers, 200 MB");
            jars.build();
        }
        return jars;
    }

    /** Returns the class path of a peer's process. */
    String classPath(PeerName peer) throws IOException {
        List<String> entries = new ArrayList<>();
        entries.add(jar().orElseThrow().toString());
        if (peer.isOnNodeClassPath()) {
            entries.add(checkout.dropInJar().toString());
            checkout.stockJars().forEach(jar -> entries.add(jar.toString()));
        } else {
            entries.add(module.resolve("target/lib") + "/*");
        }
        return entries.stream().collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns the checkout with the jars. */
    Checkout checkout() {
        return checkout;
    }

    private Optional<Path> jar() throws IOException {
        Path target = module.resolve("target");
        if (!Files.isDirectory(target)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.list(target)) {
            return files.filter(file -> file.getFileName().toString().matches("peer-bench-.*\\.jar"))
                    .findFirst();
        }
    }

    private boolean isCurrent() throws IOException {
        Optional<Path> jar = jar();
        if (jar.isEmpty() || !Files.isDirectory(module.resolve("target/lib"))) {
            return false;
        }
        FileTime built = Files.getLastModifiedTime(jar.get());
        if (Files.getLastModifiedTime(module.resolve("pom.xml")).compareTo(built) > 0) {
            return false;
        }
        List<Path> sources;
        try (Stream<Path> tree = Files.walk(module.resolve("src/main"))) {
            sources = tree.filter(Files::isRegularFile).toList();
        }
        for (Path source : sources) {
            if (Files.getLastModifiedTime(source).compareTo(built) > 0) {
                return false;
            }
        }
        return true;
    }

    private void build() throws IOException, InterruptedException {
        Path log = checkout.root().resolve("build/peer-bench-build.log");
        Files.createDirectories(log.getParent());
        Process maven = new ProcessBuilder(
                        "mvn",
                        "--batch-mode",
                        "--no-transfer-progress",
                        "-Dmaven.test.skip=true",
                        "-pl",
                        "benchmarks/peer-bench",
                        "-am",
                        "package")
                .directory(checkout.root().toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        int exit = maven.waitFor();
        if (exit != 0 || !isCurrent()) {
            throw new IOException("mvn exit=" + exit + ": benchmarks/peer-bench could not be built, see " + log);
        }
    }
}
