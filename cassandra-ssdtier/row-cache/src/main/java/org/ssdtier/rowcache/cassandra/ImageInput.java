package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.cassandra.io.util.DataInputBuffer;

/** A seekable input stream over the bytes of an image; it never reads beyond them. */
final class ImageInput extends DataInputBuffer {
    /** Reads the image from position to limit of {@code bytes}; offsets count from the image's beginning. */
    ImageInput(ByteBuffer bytes) {
        super(bytes.slice(), false);
    }

    int offset() {
        return buffer.position();
    }

    /** Moves to an offset that was read from the image. */
    void seek(int offset) throws IOException {
        if (offset < 0 || offset > buffer.limit()) {
            throw new IOException("Corrupt image offset=" + offset + ", allowed 0 to " + buffer.limit());
        }
        buffer.position(offset);
    }

    /** Ends the stream at an offset, as if no byte followed. */
    void endAt(int offset) throws IOException {
        seek(offset);
        buffer.limit(offset);
    }
}
