package org.ssdtier.catalogue;

import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.ssdtier.segmentlog.format.FormatException;

/** Raw deflate (RFC 1951) for pieces of a file, one after the other. Not safe for several threads. */
final class Deflation implements AutoCloseable {
    /** No deflated byte stands for more: two bits for 258 bytes are the best there is. */
    private static final long MAX_RATIO = 1_032;

    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);

    /**
     * Deflates bytes if that makes them shorter.
     *
     * @param to has room for as many bytes behind {@code at}
     * @return bytes written; {@code lengthBytes} if it would not be fewer, and what was written then means nothing
     */
    int deflate(byte[] from, int lengthBytes, byte[] to, int at) {
        deflater.reset();
        deflater.setInput(from, 0, lengthBytes);
        deflater.finish();
        int bytes = deflater.deflate(to, at, lengthBytes);
        return deflater.finished() ? bytes : lengthBytes;
    }

    /**
     * Inflates a piece. Makes room only for what so many bytes can be at most.
     *
     * @param stored from position to limit, which stay
     * @param contentBytes how long it must become
     * @param file names the file, for messages
     * @param offset of the piece in it
     */
    static ByteBuffer inflate(ByteBuffer stored, int contentBytes, String file, long offset)
            throws FormatException.Corrupt {
        if (contentBytes > MAX_RATIO * stored.remaining()) {
            throw SchemaListPrefix.corrupt(
                    file,
                    offset,
                    "bytes=" + contentBytes + " deflated to " + stored.remaining() + ", allowed 0 to "
                            + MAX_RATIO * stored.remaining());
        }
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(stored.duplicate());
            ByteBuffer content = ByteBuffer.allocate(contentBytes);
            inflater.inflate(content);
            // With room for nothing more, the end of the stream is seen by one more step only.
            if (!inflater.finished() && (inflater.inflate(ByteBuffer.allocate(1)) > 0 || !inflater.finished())) {
                throw new DataFormatException("it does not end after bytes=" + contentBytes);
            }
            if (content.hasRemaining()) {
                throw new DataFormatException("bytes=" + content.position() + ", expected " + contentBytes);
            }
            if (inflater.getRemaining() > 0) {
                throw new DataFormatException("bytes=" + inflater.getRemaining() + " beyond its end, allowed 0");
            }
            return content.flip();
        } catch (DataFormatException e) {
            throw SchemaListPrefix.corrupt(file, offset, "it cannot be inflated: " + e.getMessage());
        } finally {
            inflater.end();
        }
    }

    /** Frees the native memory. Idempotent. */
    @Override
    public void close() {
        deflater.end();
    }
}
