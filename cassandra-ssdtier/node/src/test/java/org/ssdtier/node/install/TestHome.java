package org.ssdtier.node.install;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.ssdtier.node.Sha256;
import org.ssdtier.node.WovenClasses;

/**
 * A Cassandra laid out as one of its distributions does it.
 *
 * @param root directory of everything
 * @param home the home
 * @param cassandra the jar of Cassandra
 * @param yaml {@code cassandra.yaml}
 */
public record TestHome(Path root, Path home, Path cassandra, Path yaml) {
    private static final String YAML = "cluster_name: 'Test'\nrow_cache_size: 0MiB\n";

    /** Returns the binary tarball's layout. */
    public static TestHome tarball(Path root) throws IOException {
        Path home = Files.createDirectories(root.resolve("apache-cassandra-5.0.9"));
        return create(
                root, home, home.resolve("lib/apache-cassandra-5.0.9.jar"), home.resolve("conf/cassandra.yaml"), true);
    }

    /** Returns the layout of a node that is assembled of Maven's jars. */
    static TestHome assembled(Path root) throws IOException {
        Path home = Files.createDirectories(root.resolve("node"));
        return create(
                root, home, home.resolve("lib/cassandra-all-5.0.9.jar"), home.resolve("conf/cassandra.yaml"), true);
    }

    /** Returns the official container image's layout: {@code conf} is a link to {@code /etc/cassandra}. */
    static TestHome container(Path root) throws IOException {
        Path home = Files.createDirectories(root.resolve("opt/cassandra"));
        TestHome made = create(
                root,
                home,
                home.resolve("lib/apache-cassandra-5.0.9.jar"),
                root.resolve("etc/cassandra/cassandra.yaml"),
                true);
        Files.createSymbolicLink(home.resolve("conf"), root.resolve("etc/cassandra"));
        return made;
    }

    /** Returns the Debian package's layout: Cassandra's jar beside {@code lib}, and a link to it. */
    static TestHome debian(Path root) throws IOException {
        Path home = Files.createDirectories(root.resolve("usr/share/cassandra"));
        TestHome made = create(
                root,
                home,
                home.resolve("apache-cassandra-5.0.9.jar"),
                root.resolve("etc/cassandra/cassandra.yaml"),
                false);
        Files.createSymbolicLink(home.resolve("apache-cassandra.jar"), Path.of("apache-cassandra-5.0.9.jar"));
        return made;
    }

    /** Returns the RPM package's layout: {@code /etc/cassandra/conf} is a link to the default configuration. */
    static TestHome rpm(Path root) throws IOException {
        Path home = Files.createDirectories(root.resolve("usr/share/cassandra"));
        TestHome made = create(
                root,
                home,
                home.resolve("apache-cassandra-5.0.9.jar"),
                root.resolve("etc/cassandra/default.conf/cassandra.yaml"),
                false);
        Files.createSymbolicLink(root.resolve("etc/cassandra/conf"), Path.of("default.conf"));
        return made;
    }

    /** Writes the runnable jar to a directory, as the build does. */
    public static Path distribution(Path directory) throws IOException {
        return TestJars.distribution(directory);
    }

    /** Returns the binary tarball's layout with the drop-in jar of a runnable jar, woven as the build has woven it. */
    public static TestHome withJar(Path root, Path jar) throws IOException {
        TestHome home = tarball(root);
        Path processes = Files.createDirectories(root.resolve("no-processes"));
        InstallRun.of(
                        jar,
                        processes,
                        TestJars::copyWoven,
                        Steps.UNWATCHED,
                        "install",
                        home.home().toString())
                .assertDone();
        return home;
    }

    private static TestHome create(Path root, Path home, Path cassandra, Path yaml, boolean hasScripts)
            throws IOException {
        Files.createDirectories(home.resolve("lib"));
        Files.createDirectories(yaml.getParent());
        Files.copy(TestJars.cassandra(), cassandra);
        Files.writeString(yaml, YAML);
        if (hasScripts) {
            Files.createDirectories(home.resolve("bin"));
            Files.writeString(home.resolve("bin/cassandra"), "#!/bin/sh\n");
        }
        return new TestHome(root, home, cassandra, yaml);
    }

    /** Adds the libraries of Cassandra, which the weaver needs. */
    TestHome withLibraries() throws IOException {
        for (Path library : TestJars.libraries()) {
            Path link = lib().resolve(library.getFileName());
            if (!Files.exists(link)) {
                Files.createSymbolicLink(link, library);
            }
        }
        return this;
    }

    public Path lib() {
        return home.resolve("lib");
    }

    /** Returns where the installer of {@link TestJars#VERSION} puts its jar. */
    public Path installed() {
        return lib().resolve(CassandraHome.PREFIX + TestJars.VERSION + ".jar");
    }

    /** Changes a class of Cassandra that is woven, as an update of Cassandra does. */
    public void changeCassandra() throws IOException {
        String woven = DropInJar.read(installed()).woven().keySet().iterator().next();
        TestJars.patch(cassandra, Map.of(WovenClasses.entryOf(woven), bytes -> Arrays.copyOf(bytes, bytes.length + 1)));
    }

    /** Returns the names of the drop-in jars in {@code lib}, and of whatever else is ours there. */
    List<String> ours() throws IOException {
        try (Stream<Path> files = Files.list(lib())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.contains("ssdtier"))
                    .sorted()
                    .toList();
        }
    }

    /** Returns every file with its content's hash, permissions and, of a link, its target. */
    Map<String, String> snapshot() throws IOException {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path file : all.toList()) {
                String name = root.relativize(file).toString();
                if (Files.isSymbolicLink(file)) {
                    files.put(name, "link to " + Files.readSymbolicLink(file));
                } else if (Files.isDirectory(file)) {
                    files.put(name, "directory");
                } else {
                    files.put(name, Files.getPosixFilePermissions(file) + " " + Sha256.hex(Files.readAllBytes(file)));
                }
            }
        }
        return files;
    }
}
