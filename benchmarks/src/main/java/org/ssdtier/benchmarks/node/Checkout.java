package org.ssdtier.benchmarks.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The source tree that this program runs from, with the locations of the parts of a node that its build creates. */
public final class Checkout {
    private static final String ROOT_PROPERTY = "ssdtier.root";

    private static final String CONFIGURATION = "conf/cassandra.yaml";
    private static final String SCRIPTS = "benchmarks/cassandra-home";

    /** Prefix of the name of the drop-in jar, which sorts before every other jar of the class path. */
    private static final String DROP_IN_PREFIX = "000-cassandra-ssdtier-";

    private static final String INSTALLER_PREFIX = "cassandra-ssdtier-";
    private static final String UNKNOWN = "unknown";

    private final Path root;

    private Checkout(Path root) {
        this.root = root;
    }

    /**
     * Finds the checkout: the directory named by the system property {@code ssdtier.root}, or else the nearest
     * directory upwards from the working directory that contains {@code conf/cassandra.yaml} and
     * {@code benchmarks/cassandra-home}.
     *
     * @throws IllegalStateException if there is none
     */
    public static Checkout locate() {
        String property = System.getProperty(ROOT_PROPERTY);
        if (property != null) {
            return new Checkout(Path.of(property).toAbsolutePath().normalize());
        }
        Path start = Path.of("").toAbsolutePath();
        for (Path candidate = start; candidate != null; candidate = candidate.getParent()) {
            if (isCheckout(candidate)) {
                return new Checkout(candidate);
            }
        }
        throw new IllegalStateException(
                "directory=" + start + ": not inside a checkout of Cassandra SSD Tier; run it through ./ssdtier");
    }

    /**
     * Returns another checkout.
     *
     * @throws IOException if the directory is none
     */
    public static Checkout at(Path root) throws IOException {
        Path absolute = root.toAbsolutePath().normalize();
        if (!isCheckout(absolute)) {
            throw new IOException("directory=" + absolute + ": not a checkout of Cassandra SSD Tier; it must contain "
                    + CONFIGURATION + " and " + SCRIPTS);
        }
        return new Checkout(absolute);
    }

    private static boolean isCheckout(Path directory) {
        return Files.isRegularFile(directory.resolve(CONFIGURATION)) && Files.isDirectory(directory.resolve(SCRIPTS));
    }

    /** Returns the root directory, absolute. */
    public Path root() {
        return root;
    }

    /** Returns the commit, with {@code -dirty} if files differ from it; {@code unknown} if git does not say. */
    public String commit() {
        try {
            Process git = new ProcessBuilder(
                            "git",
                            "-C",
                            root.toString(),
                            "describe",
                            "--always",
                            "--dirty",
                            "--abbrev=12",
                            "--exclude=*")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String words = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor() == 0 && !words.isEmpty() ? words : UNKNOWN;
        } catch (IOException e) {
            return UNKNOWN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UNKNOWN;
        }
    }

    /** Returns the directory of the configuration files that are copied to every new node. */
    public Path configuration() {
        return root.resolve("conf");
    }

    /** Returns the options that let a JVM load the classes of a node. */
    public List<String> jvmFlags() throws IOException {
        return Files.readAllLines(configuration().resolve("jvm17-server.options")).stream()
                .map(String::strip)
                .filter(line -> line.startsWith("--add-"))
                .toList();
    }

    /** Returns the directory with the node's scripts, {@code bin} and {@code tools/bin}. */
    public Path scripts() {
        return root.resolve(SCRIPTS);
    }

    /** Returns the directory whose content a home with the drop-in jar gets: {@code bin/ssdtier}. */
    public Path dropInScripts() {
        return root.resolve("cassandra-ssdtier/node/src/main/dist");
    }

    /**
     * Returns the jars of a stock node, in no particular order.
     *
     * @throws IOException if the build has not gathered them yet
     */
    public List<Path> stockJars() throws IOException {
        Path lib = scripts().resolve("target/lib");
        List<Path> jars = jarsIn(lib);
        if (jars.isEmpty()) {
            throw new IOException("directory=" + lib + ": no jars of a Cassandra node; build them with: mvn -q -f "
                    + scripts().resolve("pom.xml") + " package");
        }
        return jars;
    }

    /**
     * Returns the drop-in jar.
     *
     * @throws IOException if it is not built
     */
    public Path dropInJar() throws IOException {
        Path target = root.resolve("cassandra-ssdtier/node/target");
        Optional<Path> jar = jarsIn(target).stream()
                .filter(path -> isDropIn(path) && !path.toString().endsWith("-sources.jar"))
                .findFirst();
        return jar.orElseThrow(() -> new IOException("directory=" + target + ": no " + DROP_IN_PREFIX
                + "*.jar; build it with: mvn package, or start a stock node with --stock"));
    }

    /**
     * Returns the runnable jar, the installer.
     *
     * @throws IOException if it is not built
     */
    public Path installerJar() throws IOException {
        Path target = root.resolve("cassandra-ssdtier/node/target");
        Optional<Path> jar = jarsIn(target).stream()
                .filter(path -> path.getFileName().toString().startsWith(INSTALLER_PREFIX))
                .findFirst();
        return jar.orElseThrow(() -> new IOException(
                "directory=" + target + ": no " + INSTALLER_PREFIX + "*.jar; build it with: mvn package"));
    }

    /** Returns whether a jar in the {@code lib} of a node is the drop-in jar. */
    static boolean isDropIn(Path jar) {
        return jar.getFileName().toString().startsWith(DROP_IN_PREFIX);
    }

    /** Returns the jars in a directory, in no particular order; none if it does not exist. */
    static List<Path> jarsIn(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(path -> path.toString().endsWith(".jar")).toList();
        }
    }
}
