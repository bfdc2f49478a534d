package org.ssdtier.node.install;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.ssdtier.node.WovenClasses;

/**
 * A Cassandra on this machine, as its files are laid out. The jar of Cassandra is in {@code lib/} (the binary tarball, the official
 * container image, an assembled node) or beside {@code lib/}, which then comes first on the class path (the Debian and RPM packages).
 *
 * @param directory the home, without symbolic links
 * @param jar the jar of Cassandra, without symbolic links
 * @param version release of Cassandra, or {@code unknown}
 * @param yaml {@code cassandra.yaml}, without symbolic links; empty if it was not found
 * @param ours drop-in jars in {@code lib/}, sorted by name
 */
public record CassandraHome(Path directory, Path jar, String version, Optional<Path> yaml, List<Path> ours) {
    /** Prefix of the name of an installed drop-in jar, which sorts before every other jar of the class path. */
    static final String PREFIX = "000-cassandra-ssdtier-";

    private static final String CLASS_OF_CASSANDRA = "org/apache/cassandra/service/CassandraDaemon.class";
    private static final String VERSION_FILE = "org/apache/cassandra/config/version.properties";
    private static final Pattern ALLOWED_VERSION = Pattern.compile("5\\.0\\.\\d.*");
    private static final Path PACKAGE_HOME = Path.of("usr/share/cassandra");

    /**
     * Finds the Cassandra in a directory.
     *
     * @param given the home
     * @param configuration directory of {@code cassandra.yaml}; null searches {@code conf/}, then {@code /etc/cassandra} for a
     *     home of a package
     * @throws InstallRefusal if there is no Cassandra, or more than one; the message says what was found
     * @throws IOException if a file cannot be read
     */
    public static CassandraHome find(Path given, @Nullable Path configuration) throws IOException {
        if (!Files.isDirectory(given.resolve("lib"))) {
            throw new InstallRefusal(
                    "home=" + given + ": no Cassandra, for it has no directory lib; allowed: the directory of a"
                            + " binary tarball, /usr/share/cassandra of a package, /opt/cassandra of a container image");
        }
        Path directory = given.toRealPath();
        List<Path> ours = new ArrayList<>();
        Map<Path, Path> found = new TreeMap<>();
        for (Path jar : jarsIn(directory.resolve("lib"))) {
            boolean isNamedOurs = jar.getFileName().toString().startsWith(PREFIX);
            if (isNamedOurs || hasEntry(jar, WovenClasses.PATH)) {
                ours.add(jar);
            } else if (hasEntry(jar, CLASS_OF_CASSANDRA)) {
                found.put(jar.toRealPath(), jar);
            }
        }
        checkOrder(found.values());
        if (found.isEmpty()) {
            for (Path jar : jarsIn(directory)) {
                if (hasEntry(jar, CLASS_OF_CASSANDRA)) {
                    found.put(jar.toRealPath(), jar);
                }
            }
        }
        if (found.size() != 1) {
            throw new InstallRefusal("home=" + directory + ": jars of Cassandra found in lib and beside it: "
                    + (found.isEmpty() ? "none" : found.keySet()) + "; allowed: one");
        }
        Path jar = found.keySet().iterator().next();
        return new CassandraHome(directory, jar, versionOf(jar), yaml(directory, configuration), List.copyOf(ours));
    }

    /** Returns the directory of the jars that come first on the class path. */
    public Path lib() {
        return directory.resolve("lib");
    }

    /** Returns whether the home is where the Debian and RPM packages have it, whose other files are elsewhere. */
    public boolean isOfPackage() {
        return directory.endsWith(PACKAGE_HOME);
    }

    /** Returns the place of the drop-in jar of a version of ours. */
    Path installed(String ownVersion) {
        return lib().resolve(PREFIX + ownVersion + ".jar");
    }

    /**
     * Checks that the weaves are written for this release.
     *
     * @throws InstallRefusal if they are not
     */
    void checkVersion() throws InstallRefusal {
        if (!ALLOWED_VERSION.matcher(version).matches()) {
            throw new InstallRefusal("jar=" + jar + " version=" + version + ": allowed: Cassandra 5.0.x");
        }
    }

    /** Returns the jars of a directory, sorted by name. */
    static List<Path> jarsIn(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().endsWith(".jar"))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        }
    }

    private static boolean hasEntry(Path jar, String entry) throws IOException {
        try (ZipFile file = new ZipFile(jar.toFile())) {
            return file.getEntry(entry) != null;
        } catch (ZipException e) {
            throw new InstallRefusal("jar=" + jar + ": not a jar (" + e.getMessage() + ")");
        }
    }

    /** Checks that the drop-in jar will come first: the scripts of Cassandra put the jars of {@code lib/} in order of their names. */
    private static void checkOrder(Collection<Path> jars) throws InstallRefusal {
        for (Path jar : jars) {
            if (jar.getFileName().toString().compareTo(PREFIX) < 0) {
                throw new InstallRefusal(
                        "jar=" + jar + ": would come before " + PREFIX + "*.jar on the class path; rename it");
            }
        }
    }

    /** Returns the release in a jar of Cassandra, or {@code unknown}. */
    static String versionOf(Path jar) throws IOException {
        Properties properties = new Properties();
        try (ZipFile file = new ZipFile(jar.toFile())) {
            ZipEntry entry = file.getEntry(VERSION_FILE);
            if (entry != null) {
                try (InputStream in = file.getInputStream(entry)) {
                    properties.load(in);
                }
            }
        }
        return properties.getProperty("CassandraVersion", "unknown");
    }

    private static Optional<Path> yaml(Path home, @Nullable Path configuration) throws IOException {
        if (configuration != null) {
            Path yaml = configuration.resolve("cassandra.yaml");
            if (!Files.isRegularFile(yaml)) {
                throw new InstallRefusal("conf=" + configuration + ": has no cassandra.yaml");
            }
            return Optional.of(yaml.toRealPath());
        }
        List<Path> places = new ArrayList<>(List.of(home.resolve("conf")));
        if (home.endsWith(PACKAGE_HOME)) {
            Path root = home.resolve("../../..").normalize();
            places.add(root.resolve("etc/cassandra/conf"));
            places.add(root.resolve("etc/cassandra"));
        }
        for (Path place : places) {
            Path yaml = place.resolve("cassandra.yaml");
            if (Files.isRegularFile(yaml)) {
                return Optional.of(yaml.toRealPath());
            }
        }
        return Optional.empty();
    }
}
