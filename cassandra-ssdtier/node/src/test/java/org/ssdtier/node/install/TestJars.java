package org.ssdtier.node.install;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import net.bytebuddy.ByteBuddy;
import org.ssdtier.catalogue.cassandra.CatalogueHooks;
import org.ssdtier.keyindex.cassandra.KeyIndexHooks;
import org.ssdtier.node.WovenClasses;
import org.ssdtier.rowcache.cassandra.RowCacheHooks;
import org.ssdtier.segmentlog.SegmentLogInspector;

/** The jars of these tests: the runnable jar, made of the classes under test, and Cassandra's jars, real or patched. */
final class TestJars {
    /** Version of the runnable jar. */
    static final String VERSION = "0.2.0";

    private static final String NESTED = DropInJar.WEAVER_LIBRARIES + "byte-buddy.jar";

    /** Jars that no node has. */
    private static final Pattern OF_THE_BUILD = Pattern.compile("(byte-buddy|jspecify|junit|surefire|opentest4j).*");

    private TestJars() {}

    /** Writes the runnable jar to a directory, as the build does. */
    static Path distribution(Path directory) throws IOException {
        Path jar = directory.resolve("cassandra-ssdtier-" + VERSION + ".jar");
        Map<String, byte[]> entries = new TreeMap<>();
        for (Class<?> type : List.of(
                InstallerTool.class,
                RowCacheHooks.class,
                KeyIndexHooks.class,
                SegmentLogInspector.class,
                CatalogueHooks.class)) {
            collect(sourceOf(type), entries);
        }
        entries.put(NESTED, Files.readAllBytes(sourceOf(ByteBuddy.class)));
        write(jar, manifest(VERSION, cassandraVersion()), entries);
        return jar;
    }

    /** Writes a drop-in jar of another version, with nothing in it but a list of woven classes. */
    static Path dropIn(Path lib, String version) throws IOException {
        Path jar = lib.resolve(CassandraHome.PREFIX + version + ".jar");
        write(jar, manifest(version, "5.0.1"), Map.of(WovenClasses.PATH, new byte[0]));
        return jar;
    }

    /** Returns the jar of Cassandra on the class path. */
    static Path cassandra() throws IOException {
        String entry = "org/apache/cassandra/service/CassandraDaemon.class";
        for (URL url : Collections.list(TestJars.class.getClassLoader().getResources(entry))) {
            if (url.openConnection() instanceof JarURLConnection jar) {
                Path path = pathOf(jar.getJarFileURL());
                if (!path.getFileName().toString().contains("ssdtier")) {
                    return path;
                }
            }
        }
        throw new IllegalStateException("no jar of Cassandra on the class path");
    }

    /** Returns the release of that Cassandra. */
    static String cassandraVersion() throws IOException {
        return CassandraHome.versionOf(cassandra());
    }

    /** Returns the libraries of Cassandra on the class path, without those that only a build has. */
    static List<Path> libraries() throws IOException {
        Path cassandra = cassandra();
        List<Path> jars = new ArrayList<>();
        for (String element : System.getProperty("java.class.path").split(":")) {
            Path path = Path.of(element).toAbsolutePath();
            boolean isLibrary = element.endsWith(".jar")
                    && Files.isRegularFile(path)
                    && !path.equals(cassandra)
                    && !OF_THE_BUILD.matcher(path.getFileName().toString()).matches();
            if (isLibrary && !hasOurs(path)) {
                jars.add(path);
            }
        }
        return jars;
    }

    /** Changes entries of a jar, which must exist. */
    static void patch(Path jar, Map<String, UnaryOperator<byte[]>> changes) throws IOException {
        try (FileSystem files = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of())) {
            for (Map.Entry<String, UnaryOperator<byte[]>> change : changes.entrySet()) {
                Path entry = files.getPath(change.getKey());
                Files.write(entry, change.getValue().apply(Files.readAllBytes(entry)));
            }
        }
    }

    /** Removes an entry of a jar. */
    static void remove(Path jar, String name) throws IOException {
        try (FileSystem files = FileSystems.newFileSystem(URI.create("jar:" + jar.toUri()), Map.of())) {
            Files.delete(files.getPath(name));
        }
    }

    /** Returns an entry of a jar. */
    static byte[] entry(Path jar, String name) throws IOException {
        try (ZipFile file = new ZipFile(jar.toFile());
                InputStream in = file.getInputStream(file.getEntry(name))) {
            return in.readAllBytes();
        }
    }

    /** Returns the names of a jar's entries. */
    static List<String> names(Path jar) throws IOException {
        try (ZipFile file = new ZipFile(jar.toFile())) {
            return file.stream().map(ZipEntry::getName).toList();
        }
    }

    /** Returns the woven classes in a jar, and their list, by path. */
    static Map<String, byte[]> woven(Path jar) throws IOException {
        Map<String, byte[]> woven = new TreeMap<>();
        for (String name : DropInJar.read(jar).woven().keySet()) {
            String path = WovenClasses.entryOf(name);
            woven.put(path, entry(jar, path));
        }
        woven.put(WovenClasses.PATH, entry(jar, WovenClasses.PATH));
        return woven;
    }

    /** Copies the woven classes of the jar: what weaving gives for the Cassandra on the class path, in no time. */
    static void copyWoven(CassandraHome home, Path jar, Path directory) throws IOException {
        for (Map.Entry<String, byte[]> file : woven(jar).entrySet()) {
            Path target = directory.resolve(file.getKey());
            Files.createDirectories(target.getParent());
            Files.write(target, file.getValue());
        }
    }

    private static boolean hasOurs(Path jar) throws IOException {
        return names(jar).stream().anyMatch(name -> name.startsWith("org/ssdtier/"));
    }

    private static void collect(Path source, Map<String, byte[]> entries) throws IOException {
        List<String> names;
        if (Files.isRegularFile(source)) {
            names = names(source);
        } else {
            try (Stream<Path> files = Files.walk(source)) {
                names = files.filter(Files::isRegularFile)
                        .map(file -> source.relativize(file).toString())
                        .toList();
            }
        }
        for (String name : names) {
            boolean isSkipped = name.endsWith("/")
                    || name.equals(JarFile.MANIFEST_NAME)
                    || name.startsWith("META-INF/maven/")
                    || name.startsWith(DropInJar.WEAVER_LIBRARIES);
            if (!isSkipped) {
                entries.put(
                        name,
                        Files.isRegularFile(source) ? entry(source, name) : Files.readAllBytes(source.resolve(name)));
            }
        }
    }

    private static Manifest manifest(String version, String cassandra) {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.put(Attributes.Name.MAIN_CLASS, InstallerTool.class.getName());
        attributes.put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        attributes.putValue(WovenClasses.CASSANDRA_ATTRIBUTE, cassandra);
        return manifest;
    }

    private static void write(Path jar, Manifest manifest, Map<String, byte[]> entries) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                out.putNextEntry(new ZipEntry(entry.getKey()));
                out.write(entry.getValue());
            }
        }
    }

    private static Path sourceOf(Class<?> type) {
        return pathOf(type.getProtectionDomain().getCodeSource().getLocation());
    }

    private static Path pathOf(URL url) {
        try {
            return Path.of(url.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
