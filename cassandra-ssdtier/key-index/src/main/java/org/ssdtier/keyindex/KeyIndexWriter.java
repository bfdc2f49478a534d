package org.ssdtier.keyindex;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;

/** A writer of the pages of one key index, in large writes, and of what surrounds them. The device stays the caller's. */
final class KeyIndexWriter implements KeyPacker.PageSink {
    /** Size of a write. */
    static final int BUFFER_BYTES = 256 << 10;

    private final Device device;
    private @Nullable ByteBuffer buffer;
    private long position = Device.PAGE_BYTES;

    /**
     * Creates a writer.
     *
     * @param device an empty device
     */
    KeyIndexWriter(Device device) {
        this.device = device;
    }

    @Override
    public ByteBuffer buffer() {
        ByteBuffer empty = buffer == null ? AlignedBuffers.allocate(BUFFER_BYTES) : buffer.clear();
        buffer = empty;
        return empty;
    }

    @Override
    public void take(ByteBuffer filled) throws IOException {
        filled.flip();
        int bytes = filled.remaining();
        device.write(filled, position);
        position += bytes;
    }

    /**
     * Writes the first tokens, and the header last.
     *
     * @param packer the packer of all pages, which were passed to this sink
     * @return the header
     * @throws IOException when the device fails
     */
    KeyIndexDescriptor.Header finish(KeyPacker packer, SSTableIdentity identity) throws IOException {
        long[] firstTokens = packer.firstTokens();
        assert position == KeyIndexDescriptor.pagePosition(firstTokens.length) : "position=" + position;
        if (firstTokens.length > 0) {
            ByteBuffer tokens = AlignedBuffers.allocate(KeyIndexDescriptor.tokensBytes(firstTokens.length));
            for (int page = 0; page < firstTokens.length; page++) {
                tokens.putLong(page * Long.BYTES, firstTokens[page]);
            }
            device.write(tokens, position);
            tokens.clear();
            return finished(header(packer, identity, KeyIndexDescriptor.checksum(tokens, tokens.capacity())));
        }
        return finished(header(packer, identity, 0));
    }

    private static KeyIndexDescriptor.Header header(KeyPacker packer, SSTableIdentity identity, int tokensChecksum) {
        return new KeyIndexDescriptor.Header(
                packer.instanceId(), identity, packer.keys(), packer.firstTokens().length, tokensChecksum);
    }

    private KeyIndexDescriptor.Header finished(KeyIndexDescriptor.Header header) throws IOException {
        device.force();
        ByteBuffer first = AlignedBuffers.allocate(Device.PAGE_BYTES);
        KeyIndexDescriptor.encode(header, first);
        device.write(first, 0);
        device.force();
        return header;
    }
}
