package org.ssdtier.node.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.node.container.ImageScript.Outcome;

/** The entrypoint of the image replaces cassandra.yaml whole or not at all, whatever interrupts it. */
@Tag("unit")
final class EntrypointFileTest {
    /** Less than 1 KiB, and more with the block of the tier. */
    private static final String YAML = "cluster_name: 'Test'\n" + "# a comment of the operator\n".repeat(34);

    private static final Map<String, String> SETTINGS = Map.of("CASSANDRA_SCHEMA_CATALOGUE", "true");

    @TempDir
    private Path directory;

    private ImageScript container;

    @BeforeEach
    void prepare() throws IOException {
        container = ImageScript.in(directory, YAML);
        Files.setPosixFilePermissions(container.yaml(), PosixFilePermissions.fromString("rw-r-----"));
    }

    @Test
    void replacedFile_hasThePermissionsOfTheOldOne_andNothingElseIsLeft() throws Exception {
        Object inode = Files.getAttribute(container.yaml(), "unix:ino");
        assertWritten(container.start(SETTINGS, "cassandra"));
        assertNotEquals(inode, Files.getAttribute(container.yaml(), "unix:ino"), "replaced in one step");
    }

    /** Checked by removal: written by truncation, the file is cut after 1 KiB. */
    @Test
    void fullDisk_orAKill_leavesTheOldFile() throws Exception {
        Outcome refused = container.startWithoutSpace(false, SETTINGS);
        assertEquals(2, refused.exitCode(), refused.output());
        assertTrue(
                refused.output().contains("yaml was not changed; allowed: a file system with space"), refused.output());
        assertEquals(YAML, Files.readString(container.yaml()));
        assertEquals(List.of("cassandra.yaml"), yamls());
        assertNotEquals(0, container.startWithoutSpace(true, SETTINGS).exitCode());
        assertEquals(YAML, Files.readString(container.yaml()));
        assertWritten(container.start(SETTINGS, "cassandra"));
    }

    /** A file that is mounted by itself cannot be replaced: the rename fails. */
    @Test
    void mountedFile_isWrittenInPlace() throws Exception {
        Path move = Files.writeString(directory.resolve("mv"), "#!/bin/sh\nexit 1\n");
        assertTrue(move.toFile().setExecutable(true));
        Object inode = Files.getAttribute(container.yaml(), "unix:ino");
        assertWritten(container.start(SETTINGS, "cassandra"));
        assertEquals(inode, Files.getAttribute(container.yaml(), "unix:ino"));
    }

    /** Checked by removal: otherwise the file is cut, and there is no copy. */
    @Test
    void fullDisk_whileWritingInPlace_restoresTheOldFile() throws Exception {
        preventNewFile();
        Outcome refused = container.startWithoutSpace(false, SETTINGS);
        assertEquals(2, refused.exitCode(), refused.output());
        assertTrue(refused.output().contains("it is as it was"), refused.output());
        assertEquals(YAML, Files.readString(container.yaml()));
        assertTrue(Files.notExists(copy()));
    }

    /** Checked by removal: otherwise the next start takes the rest of the file for the configuration. */
    @Test
    void kill_whileWritingInPlace_leavesACopy_andTheNextStartIsRefused() throws Exception {
        preventNewFile();
        assertNotEquals(0, container.startWithoutSpace(true, SETTINGS).exitCode());
        assertNotEquals(YAML, Files.readString(container.yaml()));
        assertEquals(YAML, Files.readString(copy()));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(copy())));
        Outcome refused = container.start(SETTINGS, "cassandra");
        assertEquals(2, refused.exitCode(), refused.output());
        assertTrue(refused.output().contains(copy() + ": left by a start that was interrupted"), refused.output());
        Files.writeString(container.yaml(), YAML);
        assertEquals(0, container.start(SETTINGS, "cassandra").exitCode());
        assertTrue(Files.notExists(copy()));
    }

    /** As in a directory of another user: no new file can be made there under its name. */
    private void preventNewFile() throws IOException {
        Files.createDirectory(directory.resolve("cassandra.yaml.ssdtier-new"));
    }

    private Path copy() {
        return directory.resolve("cassandra.yaml.ssdtier-before");
    }

    private void assertWritten(Outcome outcome) throws IOException {
        assertEquals(0, outcome.exitCode(), outcome.output());
        String text = Files.readString(container.yaml());
        assertTrue(text.startsWith(YAML), text);
        assertTrue(text.contains("schema_catalogue:\n  enabled: true\n"), text);
        assertEquals("rw-r-----", PosixFilePermissions.toString(Files.getPosixFilePermissions(container.yaml())));
        assertEquals(List.of("cassandra.yaml"), yamls());
    }

    private List<String> yamls() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("cassandra.yaml"))
                    .sorted()
                    .toList();
        }
    }
}
