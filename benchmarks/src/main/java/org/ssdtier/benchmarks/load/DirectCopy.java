package org.ssdtier.benchmarks.load;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Static methods to copy files past the page cache. Pages belong to the memory group that touched them first: those of
 * an ordinary copy would be free memory for a node in a group of its own.
 */
public final class DirectCopy {
    private static final int CHUNK_BYTES = 1 << 20;

    private DirectCopy() {}

    /**
     * Copies a file. The copy is not in the page cache, except for its last page, if its file system supports direct
     * I/O.
     *
     * @param to the copy, which must not exist
     * @throws IOException if a file cannot be read or written
     */
    public static void copy(Path from, Path to) throws IOException {
        int align = Math.toIntExact(
                Files.getFileStore(to.toAbsolutePath().getParent()).getBlockSize());
        ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_BYTES + align)
                .alignedSlice(align)
                .limit(CHUNK_BYTES);
        try (FileChannel source = FileChannel.open(from, StandardOpenOption.READ);
                FileChannel target = open(to)) {
            while (fill(source, chunk, align)) {
                while (chunk.hasRemaining()) {
                    target.write(chunk);
                }
                chunk.clear().limit(CHUNK_BYTES);
            }
            target.truncate(source.size());
        }
    }

    private static FileChannel open(Path file) throws IOException {
        try {
            return FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, ExtendedOpenOption.DIRECT);
        } catch (UnsupportedOperationException | FileSystemException noDirectIo) {
            return FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        }
    }

    /** Reads the next chunk, padded to whole blocks; returns false at the end of the file. */
    private static boolean fill(FileChannel source, ByteBuffer chunk, int align) throws IOException {
        int read;
        do {
            read = source.read(chunk);
        } while (read >= 0 && chunk.hasRemaining());
        boolean isSome = chunk.position() > 0;
        while (chunk.position() % align != 0) {
            chunk.put((byte) 0);
        }
        chunk.flip();
        return isSome;
    }
}
