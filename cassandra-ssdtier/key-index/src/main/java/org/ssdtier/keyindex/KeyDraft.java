package org.ssdtier.keyindex;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The keys of an SSTable that is being written, packed in memory outside the heap, so that the SSTable need not be read
 * again. A draft that finds no memory is given up. Used by one thread until {@link #complete}.
 */
public final class KeyDraft {
    private final DraftMemory memory;
    private final List<ByteBuffer> buffers = new ArrayList<>();
    /** Null once the draft is given up: of many keys it has megabytes of heap, and a writer keeps its draft until its end. */
    private volatile @Nullable KeyPacker packer;

    private boolean isClaimed;
    private volatile boolean isComplete;

    /**
     * Creates an empty draft, which has no memory yet.
     *
     * @param memory memory of all drafts of the node
     */
    public KeyDraft(DraftMemory memory) {
        this.memory = memory;
        this.packer = new KeyPacker(ThreadLocalRandom.current().nextLong(), new Memory());
    }

    /** A sink that keeps its buffers. */
    private final class Memory implements KeyPacker.PageSink {
        @Override
        public ByteBuffer buffer() throws IOException {
            ByteBuffer buffer = memory.take();
            if (buffer == null) {
                throw new IOException("no memory for a draft");
            }
            buffers.add(buffer);
            return buffer;
        }

        @Override
        public void take(ByteBuffer filled) {
            assert buffers.get(buffers.size() - 1) == filled : "buffers are filled one after the other";
        }
    }

    /** Adds a key, as {@link KeySource.KeySink#accept} does. A key out of order gives the draft up. */
    public void add(long token, long position, boolean hasOwnIndex) {
        KeyPacker into = packer;
        if (into == null) {
            return;
        }
        if (!into.accepts(token, position)) {
            giveUp();
            return;
        }
        try {
            into.add(token, position, hasOwnIndex);
        } catch (IOException full) {
            giveUp();
        }
    }

    /** Gives the draft up and returns its memory; while it is claimed, {@link #release} does that. Idempotent. */
    public synchronized void giveUp() {
        if (packer != null && !isClaimed) {
            packer = null;
            buffers.forEach(memory::give);
            buffers.clear();
        }
    }

    /** Keeps the memory until {@link #release}. Returns false if the draft was given up. */
    public synchronized boolean claim() {
        isClaimed = isUsable();
        return isClaimed;
    }

    /** Ends {@link #claim}, and gives the draft up. */
    public synchronized void release() {
        isClaimed = false;
        giveUp();
    }

    /** Ends the draft: the SSTable has no other keys. */
    public void complete() {
        KeyPacker last = packer;
        if (last != null && !isComplete) {
            try {
                last.finish();
                isComplete = true;
            } catch (IOException full) {
                giveUp();
            }
        }
    }

    /** Returns whether the draft was given up: keys are not kept any more. */
    public boolean isGivenUp() {
        return packer == null;
    }

    /** Returns whether the draft has all keys of the SSTable. */
    public boolean isUsable() {
        return isComplete && !isGivenUp();
    }

    /** Returns the number of keys; 0 if the draft was given up. */
    public long keys() {
        KeyPacker kept = packer;
        return kept == null ? 0 : kept.keys();
    }

    /** Returns the bytes of the file; 0 if the draft was given up. */
    long bytes() {
        KeyPacker kept = packer;
        return kept == null ? 0 : kept.bytes();
    }

    /** Writes the key index of a usable draft and returns its header. */
    KeyIndexDescriptor.Header write(KeyIndexWriter writer, SSTableIdentity identity) throws IOException {
        KeyPacker kept = Objects.requireNonNull(packer, "given up");
        for (ByteBuffer buffer : buffers) {
            writer.take(buffer.duplicate());
        }
        return writer.finish(kept, identity);
    }
}
