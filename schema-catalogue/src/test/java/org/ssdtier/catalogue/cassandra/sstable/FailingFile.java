package org.ssdtier.catalogue.cassandra.sstable;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.ssdtier.catalogue.PositionalInput;

/** A file of which no read of some bytes succeeds. */
final class FailingFile extends SchemasFile {
    private final long from;
    private long to;
    private int failures;

    FailingFile(Path path, long from, long to) {
        super(path);
        this.from = from;
        this.to = to;
    }

    /** Ends the failures. */
    void repair() {
        to = from;
    }

    int failures() {
        return failures;
    }

    @Override
    PositionalInput input(FileChannel channel) {
        PositionalInput file = PositionalInput.of(channel);
        return new PositionalInput() {
            @Override
            public long size() throws IOException {
                return file.size();
            }

            @Override
            public void readFully(long position, ByteBuffer bytes) throws IOException {
                if (position < to && position + bytes.remaining() > from) {
                    failures++;
                    throw new IOException("Input/output error");
                }
                file.readFully(position, bytes);
            }
        };
    }
}
