package org.ssdtier.node.lifetimes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests on real files: of the file system of the temporary directory, and of XFS on a loop device if that can be mounted. */
@Tag("unit")
final class WriteHintsTest {
    private static final long XFS_BYTES = 320L << 20;

    @TempDir
    private Path directory;

    @Test
    void set_everyLifetime_isReadBack() throws IOException {
        assertReadBack(directory);
    }

    private static void assertReadBack(Path directory) throws IOException {
        String file = Files.createFile(directory.resolve("file")).toString();
        assertEquals(Lifetime.NOT_SET, WriteHints.get(file));
        for (Lifetime lifetime : Lifetime.values()) {
            assertNull(WriteHints.set(file, lifetime), file);
            assertEquals(lifetime.value(), WriteHints.get(file));
        }
    }

    /** A commit log segment is mapped, and the descriptor with which the lifetime was set is closed long before it is written. */
    @Test
    void set_onceForAFile_lastsWhileTheFileIsMappedAndWritten() throws IOException {
        Path file = directory.resolve("mapped");
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, 1 << 20);
            assertNull(WriteHints.set(file.toString(), Lifetime.SHORT));
            mapped.putLong(4096, 1);
            mapped.force();
            assertEquals(Lifetime.SHORT.value(), WriteHints.get(file.toString()));
        }
    }

    @Test
    void set_ofMissingFile_returnsTheReason() {
        String missing = directory.resolve("missing").toString();
        assertNotNull(WriteHints.set(missing, Lifetime.SHORT));
        assertThrows(IllegalStateException.class, () -> WriteHints.get(missing));
    }

    @Test
    void set_onXfs_isReadBack() throws IOException, InterruptedException {
        assumeTrue("root".equals(System.getProperty("user.name")), "left out: mounting XFS needs root");
        Path image = directory.resolve("xfs.img");
        try (FileChannel channel = FileChannel.open(image, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.allocate(1), XFS_BYTES - 1);
        }
        assumeTrue(run("mkfs.xfs", "-q", image.toString()) == 0, "left out: no mkfs.xfs");
        Path mount = Files.createDirectory(directory.resolve("xfs"));
        assumeTrue(
                run("mount", "-o", "loop", image.toString(), mount.toString()) == 0, "left out: XFS cannot be mounted");
        try {
            assertEquals("xfs", Files.getFileStore(mount).type());
            assertReadBack(mount);
        } finally {
            assertEquals(0, run("umount", mount.toString()));
        }
    }

    /** Returns the exit code; -1 if there is no such program. */
    private static int run(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor(1, TimeUnit.MINUTES) ? process.exitValue() : -1;
        } catch (IOException noProgram) {
            return -1;
        }
    }
}
