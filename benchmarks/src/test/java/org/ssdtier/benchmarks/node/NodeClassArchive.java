package org.ssdtier.benchmarks.node;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A program that archives the classes of a node with the drop-in jar (class data sharing of the JDK), for the nodes and
 * tools of the integration tests: loading and verifying 10,000 classes takes a third of the CPU time of a start. A JVM
 * that cannot use the archive, such as that of a stock node, loads its classes as usual.
 */
final class NodeClassArchive {
    private static final String LIST_OPTION = "-XX:DumpLoadedClassList=";
    private static final int ROWS = 100;

    private NodeClassArchive() {}

    /**
     * Makes the archive.
     *
     * @param arguments the file to write
     */
    public static void main(String... arguments) throws IOException, InterruptedException {
        Path archive = Path.of(arguments[0]);
        Files.deleteIfExists(archive);
        // not below the checkout: the start script splits options at spaces
        Path list = Files.createTempFile("node-classes", ".list");
        Path toolList = Files.createTempFile("tool-classes", ".list");
        try {
            listClasses(archive.resolveSibling("node-classes"), list, toolList);
            Set<String> classes = new LinkedHashSet<>(names(list));
            classes.addAll(names(toolList));
            Files.write(list, classes);
            dump(list, archive);
        } finally {
            Files.delete(list);
            Files.delete(toolList);
        }
    }

    private static void listClasses(Path directory, Path list, Path toolList) throws IOException, InterruptedException {
        NodeSettings settings = SmallTier.on(NodeSettings.in(directory))
                .heap("384M")
                .ports(NodePorts.free())
                .jvmOption(LIST_OPTION + list)
                .build();
        try (NodeProcess node = NodeProcess.start(settings)) {
            try (CqlSession session = node.session()) {
                session.execute("CREATE KEYSPACE IF NOT EXISTS lab WITH replication = "
                        + "{'class': 'SimpleStrategy', 'replication_factor': 1}");
                session.execute("CREATE TABLE IF NOT EXISTS lab.rows (key int PRIMARY KEY, value text) "
                        + "WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}");
                for (int key = 0; key < ROWS; key++) {
                    session.execute("INSERT INTO lab.rows (key, value) VALUES (?, ?)", key, "value");
                }
                ProcessBuilder flush =
                        new ProcessBuilder(node.home().program("bin/nodetool").toString(), "flush", "lab");
                flush.environment().put("JVM_EXTRA_OPTS", LIST_OPTION + toolList);
                run(flush);
                for (int key = 0; key < ROWS; key++) {
                    session.execute("SELECT value FROM lab.rows WHERE key = ?", key);
                }
            }
        }
    }

    /** Returns the classes and lambdas of a list, without those of class loaders of their own, which an archive has not. */
    private static List<String> names(Path list) throws IOException {
        return Files.readAllLines(list).stream()
                .filter(line -> !line.startsWith("#") && !line.contains("source:"))
                // an id is that of a class in one list only
                .map(line -> line.startsWith("@") ? line : line.split(" ", 2)[0])
                .toList();
    }

    private static void dump(Path list, Path archive) throws IOException, InterruptedException {
        Checkout checkout = Checkout.locate();
        List<Path> jars = new ArrayList<>(List.of(checkout.dropInJar()));
        checkout.stockJars().stream()
                .sorted(Comparator.comparing(jar -> jar.getFileName().toString()))
                .forEach(jars::add);
        String classPath = jars.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        run(new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "-Xshare:dump",
                "-Xlog:cds=error",
                "-XX:+UseG1GC",
                "-XX:SharedClassListFile=" + list,
                "-XX:SharedArchiveFile=" + archive,
                "-cp",
                classPath));
    }

    private static void run(ProcessBuilder program) throws IOException, InterruptedException {
        int exitCode = program.inheritIO().start().waitFor();
        if (exitCode != 0) {
            throw new IOException("program=" + program.command().get(0) + " exitCode=" + exitCode);
        }
    }
}
