package org.ssdtier.catalogue;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A source of bytes that are read by position. Thread-safe. */
public interface PositionalInput {
    /** Returns the number of bytes. */
    long size() throws IOException;

    /**
     * Fills a buffer up to its limit.
     *
     * @param position position of the first byte
     * @throws EOFException if the input ends before the buffer is full
     */
    void readFully(long position, ByteBuffer to) throws IOException;

    /** Returns an input over the bytes of a buffer from its position to its limit; neither changes. */
    static PositionalInput of(ByteBuffer buffer) {
        ByteBuffer bytes = buffer.slice();
        return new PositionalInput() {
            @Override
            public long size() {
                return bytes.limit();
            }

            @Override
            public void readFully(long position, ByteBuffer to) throws EOFException {
                if (position > bytes.limit() - to.remaining()) {
                    throw endOfFile(position, to, bytes.limit());
                }
                to.put(bytes.slice((int) position, to.remaining()));
            }
        };
    }

    /** Returns an input over the bytes of a file. The caller closes the file. */
    static PositionalInput of(FileChannel file) {
        return new PositionalInput() {
            @Override
            public long size() throws IOException {
                return file.size();
            }

            @Override
            public void readFully(long position, ByteBuffer to) throws IOException {
                long at = position;
                while (to.hasRemaining()) {
                    int read = file.read(to, at);
                    if (read < 0) {
                        throw endOfFile(at, to, file.size());
                    }
                    at += read;
                }
            }
        };
    }

    private static EOFException endOfFile(long position, ByteBuffer to, long size) {
        return new EOFException("offset=" + position + ": bytes=" + to.remaining() + " expected, size=" + size);
    }
}
