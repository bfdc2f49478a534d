package org.ssdtier.catalogue.cassandra.sstable;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.ssdtier.catalogue.PositionalInput;

/** The file {@code Schemas.db} of a complete SSTable. It is opened for each use, because definitions are seldom read from it. */
class SchemasFile {
    private final Path path;

    SchemasFile(Path path) {
        this.path = path;
    }

    /** A use of the file. */
    interface Use<T> {
        /** Reads the file. */
        T of(PositionalInput input) throws IOException;
    }

    Path path() {
        return path;
    }

    /** Returns the file's name, for messages. */
    String name() {
        return "file=" + path;
    }

    /**
     * Opens the file, uses it, and closes it.
     *
     * @throws java.nio.file.FileSystemException if it cannot be opened
     * @throws ClosedChannelException if the thread was interrupted meanwhile; then nothing that was read counts, also if the use
     *     passed over what it could not read
     */
    <T> T read(Use<T> use) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            T read = use.of(input(channel));
            if (!channel.isOpen()) {
                throw new ClosedChannelException();
            }
            return read;
        }
    }

    /** Returns the input over an open file; tests have it fail. */
    PositionalInput input(FileChannel channel) {
        return PositionalInput.of(channel);
    }
}
