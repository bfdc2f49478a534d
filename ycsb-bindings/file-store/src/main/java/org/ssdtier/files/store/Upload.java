package org.ssdtier.files.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;

/**
 * The content of a file on its way into a store, read once: kept if it is small, otherwise written in chunks. Never
 * more than one chunk is in memory.
 */
final class Upload {
    private final int chunkBytes;
    private final MessageDigest digest = Hashes.sha256();
    private int chunks;
    private long size;
    private Optional<ByteBuffer> small = Optional.empty();

    Upload(int chunkBytes) {
        this.chunkBytes = chunkBytes;
    }

    /** A receiver of chunks. */
    interface Receiver {
        void accept(int number, ByteBuffer chunk) throws IOException;
    }

    /** Reads the content to its end. */
    void read(InputStream content, Receiver receiver) throws IOException {
        byte[] chunk = content.readNBytes(chunkBytes);
        int next = chunk.length < chunkBytes ? -1 : content.read();
        add(chunk);
        if (next < 0) {
            small = Optional.of(ByteBuffer.wrap(chunk));
            return;
        }
        receiver.accept(chunks++, ByteBuffer.wrap(chunk));
        while (next >= 0) {
            byte[] following = new byte[chunkBytes];
            following[0] = (byte) next;
            int length = 1 + content.readNBytes(following, 1, chunkBytes - 1);
            next = length < chunkBytes ? -1 : content.read();
            chunk = length < chunkBytes ? Arrays.copyOf(following, length) : following;
            add(chunk);
            receiver.accept(chunks++, ByteBuffer.wrap(chunk));
        }
    }

    private void add(byte[] chunk) {
        digest.update(chunk);
        size += chunk.length;
    }

    int chunks() {
        return chunks;
    }

    long size() {
        return size;
    }

    Optional<ByteBuffer> small() {
        return small;
    }

    /** Returns the SHA-256 of the content; called once, after it was read. */
    String sha256() {
        return HexFormat.of().formatHex(digest.digest());
    }
}
