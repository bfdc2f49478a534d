package org.ssdtier.catalogue;

import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.ssdtier.segmentlog.format.FormatException;

/** Raw deflate (RFC 1951) for pieces of a file, one after another. Not thread-safe. */
final class Deflation implements AutoCloseable {
    /** Maximum number of bytes that one deflated byte can represent: at best, two bits represent 258 bytes. */
    private static final long MAX_RATIO = 1_032;

    private final Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);

    /**
     * Deflates bytes if that makes them shorter.
     *
     * @param to has room for {@code lengthBytes} bytes after {@code at}
     * @return number of bytes written; {@code lengthBytes} if it would not be fewer, and then the output is undefined
     */
    int deflate(byte[] from, int lengthBytes, byte[] to, int at) {
        deflater.reset();
        deflater.setInput(from, 0, lengthBytes);
        deflater.finish();
        int bytes = deflater.deflate(to, at, lengthBytes);
        return deflater.finished() ? bytes : lengthBytes;
    }

    /**
     * Inflates a piece. Never allocates more than the piece can represent.
     *
     * @param stored read from position to limit; neither changes
     * @param contentBytes required length of the inflated bytes
     * @param file name of the file, for messages
     * @param offset offset of the piece in the file
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
            // Once the buffer is full, only one more step detects the end of the stream.
            if (!inflater.finished() && (inflater.inflate(ByteBuffer.allocate(1)) > 0 || !inflater.finished())) {
                throw new DataFormatException("the stream does not end after bytes=" + contentBytes);
            }
            if (content.hasRemaining()) {
                throw new DataFormatException("bytes=" + content.position() + ", expected " + contentBytes);
            }
            if (inflater.getRemaining() > 0) {
                throw new DataFormatException("bytes=" + inflater.getRemaining() + " after its end, allowed 0");
            }
            return content.flip();
        } catch (DataFormatException e) {
            throw SchemaListPrefix.corrupt(file, offset, "cannot be inflated: " + e.getMessage());
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
