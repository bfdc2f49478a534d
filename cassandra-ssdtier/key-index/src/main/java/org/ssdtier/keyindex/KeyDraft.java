package org.ssdtier.keyindex;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.ssdtier.segmentlog.device.AlignedBuffers;

/**
 * The keys of an SSTable that is being written, packed in memory outside the heap, so that the SSTable need not be read
 * again. All drafts of a node share a number of bytes; a draft that would exceed it is given up. Used by one thread until
 * {@link #complete}.
 */
public final class KeyDraft {
    private final AtomicLong freeBytes;
    private final List<ByteBuffer> buffers = new ArrayList<>();
    private final KeyPacker packer;
    private volatile boolean isGivenUp;
    private volatile boolean isComplete;

    /**
     * Creates an empty draft.
     *
     * @param freeBytes bytes that all drafts of the node may still take
     */
    public KeyDraft(AtomicLong freeBytes) {
        this.freeBytes = freeBytes;
        this.packer = new KeyPacker(ThreadLocalRandom.current().nextLong(), new Memory());
    }

    /** A sink that keeps its buffers. */
    private final class Memory implements KeyPacker.PageSink {
        @Override
        public ByteBuffer first() {
            freeBytes.addAndGet(-KeyIndexWriter.BUFFER_BYTES);
            return AlignedBuffers.allocate(KeyIndexWriter.BUFFER_BYTES);
        }

        @Override
        public ByteBuffer next(ByteBuffer filled) {
            buffers.add(filled);
            return first();
        }
    }

    /** Adds a key, as {@link KeySource.KeySink#accept} does. A key out of order gives the draft up. */
    public void add(long token, long position, boolean hasOwnIndex) {
        if (isGivenUp) {
            return;
        }
        if (!packer.accepts(token, position) || freeBytes.get() < 0) {
            giveUp();
            return;
        }
        try {
            packer.add(token, position, hasOwnIndex);
        } catch (IOException e) {
            throw new AssertionError("memory does not fail", e);
        }
    }

    /** Returns whether the draft has ended with all keys. */
    public boolean isComplete() {
        return isComplete;
    }

    /** Gives the draft up and its memory back. Idempotent. */
    public synchronized void giveUp() {
        if (!isGivenUp) {
            isGivenUp = true;
            freeBytes.addAndGet((buffers.size() + 1L) * KeyIndexWriter.BUFFER_BYTES);
            buffers.clear();
        }
    }

    /** Ends the draft: the SSTable has no other keys. */
    public void complete() {
        if (!isGivenUp && !isComplete) {
            isComplete = true;
            try {
                packer.finish();
            } catch (IOException e) {
                throw new AssertionError("memory does not fail", e);
            }
        }
    }

    /** Returns whether the draft has all keys of the SSTable. */
    boolean isUsable() {
        return isComplete && !isGivenUp;
    }

    /** Returns the bytes of the file. */
    long bytes() {
        return packer.bytes();
    }

    /** Writes the key index. */
    void write(KeyIndexWriter writer, SSTableIdentity identity) throws IOException {
        for (ByteBuffer buffer : buffers) {
            writer.next(buffer.duplicate());
        }
        writer.finish(packer, identity);
    }
}
