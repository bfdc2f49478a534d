package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.cassandra.io.util.DataInputBuffer;

/** The bytes of an image as a stream that may go to any place in them, and never beyond them. */
final class ImageInput extends DataInputBuffer {
    /** Of an image that may lie anywhere in {@code bytes}; offsets count from its beginning. */
    ImageInput(ByteBuffer bytes) {
        super(bytes.slice(), false);
    }

    int offset() {
        return buffer.position();
    }

    /** Goes to an offset that was read from the image. */
    void seek(int offset) throws IOException {
        if (offset < 0 || offset > buffer.limit()) {
            throw new IOException("Corrupt image offset=" + offset + ", allowed 0 to " + buffer.limit());
        }
        buffer.position(offset);
    }

    /** Ends at an offset, as if no byte followed. */
    void endAt(int offset) throws IOException {
        seek(offset);
        buffer.limit(offset);
    }
}
