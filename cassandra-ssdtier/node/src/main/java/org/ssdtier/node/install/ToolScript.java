package org.ssdtier.node.install;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/** The script of the operator tools, {@code bin/ssdtier} in a home that has Cassandra's own scripts in {@code bin/}. */
final class ToolScript {
    /** Text by which a file with that name is known to be ours. */
    private static final String MARK = "org.ssdtier.node.tools.OperatorTools";

    private final Path file;

    private ToolScript(Path file) {
        this.file = file;
    }

    /** Returns the script of a home, which need not exist. */
    static ToolScript of(CassandraHome home) {
        return new ToolScript(home.directory().resolve(DropInJar.TOOL_SCRIPT));
    }

    /**
     * Writes the script, if the home has a {@code bin/cassandra} and no other file with that name.
     *
     * @return whether it was written; false too if it is there already
     */
    boolean install(Path jar, Steps steps) throws IOException {
        byte[] script = scriptIn(jar);
        boolean isWanted = Files.isRegularFile(file.resolveSibling("cassandra")) && script.length > 0;
        if (!isWanted || (Files.exists(file) && (!isOurs() || Arrays.equals(Files.readAllBytes(file), script)))) {
            return false;
        }
        try (AsideFile aside = AsideFile.create(file.getParent(), steps)) {
            aside.out().write(script);
            aside.allowExecution();
            aside.moveTo(file);
        }
        return true;
    }

    /**
     * Removes the script, if it is ours.
     *
     * @return whether it was removed
     */
    boolean remove() throws IOException {
        if (!Files.isRegularFile(file) || !isOurs()) {
            return false;
        }
        AsideFile.removeLeftovers(file.getParent());
        Files.delete(file);
        return true;
    }

    /** Returns the script's path. */
    Path file() {
        return file;
    }

    private boolean isOurs() throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).contains(MARK);
    }

    private static byte[] scriptIn(Path jar) throws IOException {
        try (JarFile file = new JarFile(jar.toFile())) {
            ZipEntry entry = file.getEntry(DropInJar.TOOL_SCRIPT);
            if (entry == null) {
                return new byte[0];
            }
            try (InputStream in = file.getInputStream(entry)) {
                return in.readAllBytes();
            }
        }
    }
}
