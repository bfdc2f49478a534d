package org.ssdtier.node.install;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.ssdtier.node.WovenClasses;

/**
 * The jar from which the installer runs, and the source of the jar that it installs: the same classes without the weaver and its
 * library, with the woven classes of the Cassandra that was found. Equal inputs give equal bytes.
 */
final class DropInJar {
    /** Folder in the jar with what the weaver needs beside Cassandra's jars. */
    static final String WEAVER_LIBRARIES = "META-INF/ssdtier/weaver/";

    /** Path in the jar of the operator tools' script. */
    static final String TOOL_SCRIPT = "bin/ssdtier";

    private static final String WEAVER_CLASSES = "org/ssdtier/node/weaver/";
    private static final LocalDateTime WOVEN_TIME = LocalDateTime.of(2000, 1, 1, 0, 0);

    private final Path path;
    private final Manifest manifest;
    private final Map<String, String> woven;
    private final boolean hasWeaver;

    private DropInJar(Path path, Manifest manifest, Map<String, String> woven, boolean hasWeaver) {
        this.path = path;
        this.manifest = manifest;
        this.woven = woven;
        this.hasWeaver = hasWeaver;
    }

    /**
     * Opens a jar of ours: a drop-in jar, or the jar that contains the installer.
     *
     * @throws InstallRefusal if it has no manifest or no list of woven classes
     * @throws IOException if it cannot be read
     */
    static DropInJar read(Path path) throws IOException {
        try (JarFile jar = new JarFile(path.toFile())) {
            Manifest manifest = jar.getManifest();
            ZipEntry list = jar.getEntry(WovenClasses.PATH);
            if (manifest == null || list == null) {
                throw new InstallRefusal("jar=" + path + ": damaged, or built by an earlier release: it has no "
                        + (list == null ? WovenClasses.PATH : JarFile.MANIFEST_NAME));
            }
            try (InputStream in = jar.getInputStream(list)) {
                return new DropInJar(
                        path, manifest, WovenClasses.read(in), jar.getEntry(WEAVER_CLASSES + "Weaver.class") != null);
            }
        }
    }

    /** Returns the file. */
    Path path() {
        return path;
    }

    /** Returns the version of this project. */
    String version() {
        String version = manifest.getMainAttributes().getValue("Implementation-Version");
        return version == null ? "unknown" : version;
    }

    /** Returns the release of Cassandra for which the jar's classes are woven. */
    String cassandra() {
        String release = manifest.getMainAttributes().getValue(WovenClasses.CASSANDRA_ATTRIBUTE);
        return release == null ? "unknown" : release;
    }

    /** Returns the woven classes: name → SHA-256 of the class of Cassandra that each one replaces. */
    Map<String, String> woven() {
        return woven;
    }

    /** Returns whether the jar can be installed: an installed one has no weaver. */
    boolean isInstallable() {
        return hasWeaver;
    }

    /**
     * Writes the jar to install.
     *
     * @param wovenFiles directory with the woven classes and their list, as the weaver writes it
     * @param release release of Cassandra for which they are woven
     * @param out stream for the jar; not closed
     * @throws IOException if it cannot be read or written
     */
    void write(Path wovenFiles, String release, OutputStream out) throws IOException {
        Map<String, Path> replacements = filesBelow(wovenFiles);
        try (JarFile jar = new JarFile(path.toFile())) {
            JarOutputStream copy = new JarOutputStream(out);
            copy.putNextEntry(entry(JarFile.MANIFEST_NAME, WOVEN_TIME));
            manifestFor(release).write(copy);
            for (JarEntry entry : jar.stream().toList()) {
                if (isCopied(entry.getName()) && !replacements.containsKey(entry.getName())) {
                    copy.putNextEntry(entry(entry.getName(), entry.getTimeLocal()));
                    try (InputStream in = jar.getInputStream(entry)) {
                        in.transferTo(copy);
                    }
                }
            }
            for (Map.Entry<String, Path> replacement : replacements.entrySet()) {
                copy.putNextEntry(entry(replacement.getKey(), WOVEN_TIME));
                Files.copy(replacement.getValue(), copy);
            }
            copy.finish();
            copy.flush();
        }
    }

    private Manifest manifestFor(String release) {
        Manifest changed = new Manifest(manifest);
        changed.getMainAttributes().putValue(WovenClasses.CASSANDRA_ATTRIBUTE, release);
        return changed;
    }

    /** Returns whether an entry goes into the installed jar as it is. A woven class never does, even if it is woven no longer. */
    private boolean isCopied(String name) {
        boolean isWoven = name.endsWith(".class")
                && woven.containsKey(
                        name.substring(0, name.length() - ".class".length()).replace('/', '.'));
        return !isWoven
                && !name.equals(JarFile.MANIFEST_NAME)
                && !name.startsWith(WEAVER_CLASSES)
                && !name.startsWith(WEAVER_LIBRARIES);
    }

    private static ZipEntry entry(String name, LocalDateTime time) {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(time);
        return entry;
    }

    private static Map<String, Path> filesBelow(Path directory) throws IOException {
        Map<String, Path> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(directory)) {
            all.filter(Files::isRegularFile)
                    .forEach(file -> files.put(directory.relativize(file).toString(), file));
        }
        return files;
    }
}
