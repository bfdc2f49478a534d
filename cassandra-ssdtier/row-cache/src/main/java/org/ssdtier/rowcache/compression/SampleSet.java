package org.ssdtier.rowcache.compression;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/** A bounded sample of a table's images, in the order in which they were made. */
final class SampleSet {
    private final ByteBuffer bytes;
    private final int[] lengths;
    private final ReentrantLock lock = new ReentrantLock();
    private int count;
    private boolean isFull;
    private volatile boolean isAbandoned;

    /**
     * Creates an empty sample.
     *
     * @param bytes largest number of bytes
     * @param images largest number of images
     */
    SampleSet(int bytes, int images) {
        this.bytes = ByteBuffer.allocateDirect(bytes);
        this.lengths = new int[images];
    }

    /**
     * Adds a copy of an image. Never waits: if another thread is adding one, this one is left out.
     *
     * @return whether the sample is full now; true only once
     */
    boolean add(ByteBuffer image) {
        if (!lock.tryLock()) {
            return false;
        }
        try {
            if (isFull || isAbandoned) {
                return false;
            }
            if (image.remaining() <= bytes.remaining()) {
                lengths[count++] = image.remaining();
                bytes.put(image.duplicate());
                isFull = count == lengths.length;
            } else {
                isFull = true;
            }
            return isFull;
        } finally {
            lock.unlock();
        }
    }

    /** Gives the sample up; it will not be used. */
    void abandon() {
        isAbandoned = true;
    }

    boolean isAbandoned() {
        return isAbandoned;
    }

    /** Returns the number of images. Called when the sample is full. */
    int count() {
        return count;
    }

    /** Returns the bytes of all images, one after the other, from 0. */
    ByteBuffer bytes() {
        return bytes;
    }

    /** Returns the lengths of the first images. */
    int[] lengths(int first) {
        return Arrays.copyOf(lengths, first);
    }

    /** Returns the length of an image. */
    int length(int image) {
        return lengths[image];
    }
}
