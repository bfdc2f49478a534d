package org.ssdtier.benchmarks.smallfiles;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * An endless walk through the files of a tree, in the order in which the file system lists them, as a backup program
 * reads them. It begins again after the last file. Thread-safe.
 */
final class TreeCycle implements AutoCloseable {
    /** The directory that a file system creates for itself. */
    private static final String LOST_AND_FOUND = "lost+found";

    private final Path root;
    private final Deque<Level> open = new ArrayDeque<>();

    TreeCycle(Path root) {
        this.root = root;
    }

    /** A directory whose entries are being visited. */
    private record Level(DirectoryStream<Path> stream, Iterator<Path> entries) {}

    /**
     * Returns the next file.
     *
     * @throws IOException if the tree has no files, or cannot be read
     */
    synchronized Path next() throws IOException {
        int begun = 0;
        while (true) {
            if (open.isEmpty()) {
                if (begun++ > 1) {
                    throw new IOException("directory=" + root + ": no files");
                }
                enter(root);
            }
            Path entry = nextEntry();
            if (entry == null) {
                open.pop().stream().close();
            } else if (!Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                return entry;
            } else if (!entry.endsWith(LOST_AND_FOUND)) {
                enter(entry);
            }
        }
    }

    private @Nullable Path nextEntry() throws IOException {
        try {
            Iterator<Path> entries = open.element().entries();
            return entries.hasNext() ? entries.next() : null;
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    @SuppressWarnings("StreamResourceLeak") // closed after its last entry
    private void enter(Path directory) throws IOException {
        DirectoryStream<Path> stream = Files.newDirectoryStream(directory);
        open.push(new Level(stream, stream.iterator()));
    }

    @Override
    public synchronized void close() throws IOException {
        while (!open.isEmpty()) {
            open.pop().stream().close();
        }
    }
}
