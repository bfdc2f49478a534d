package org.ssdtier.segmentlog.device;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A fixed run of bytes that is read and written by position: one file of a log.
 *
 * <p>The contract, by number:
 * <ol>
 *   <li>Reads and writes may come from any thread at once; each is given a buffer of its own.
 *   <li>Positions and sizes are multiples of {@link #PAGE_BYTES}, and buffers are direct and aligned to it, so that an
 *       implementation may bypass the page cache.
 *   <li>A write is durable only after {@link #force()} has returned.
 *   <li>Errors are {@link IOException}s; a full device throws the subclass {@link NoSpaceException}.
 *   <li>An interrupt of the calling thread loses neither the device nor the operation, and is still set afterwards.
 * </ol>
 */
public interface Device extends Closeable {
    /** The unit of alignment of every position, size and buffer address, in bytes. */
    int PAGE_BYTES = 4096;

    /**
     * Reads until the destination is full or the device ends.
     *
     * @param destination filled from its position to its limit
     * @param position byte offset in the device
     * @return how many bytes were read; fewer than asked only where the device ends
     * @throws IOException when the device fails
     */
    int read(ByteBuffer destination, long position) throws IOException;

    /**
     * Starts a read that the kernel makes by itself, where this device is a file that allows it.
     *
     * @return false when it is none: {@link #read} reads it
     */
    default boolean submit(KernelRead read, ByteBuffer destination, long position) {
        return false;
    }

    /**
     * Writes all that remains in the source.
     *
     * @param source read from its position to its limit
     * @param position byte offset in the device
     * @throws NoSpaceException when the device has no room for it
     * @throws IOException when the device fails
     */
    void write(ByteBuffer source, long position) throws IOException;

    /**
     * Returns once everything written before is durable.
     *
     * @throws IOException when that cannot be promised
     */
    void force() throws IOException;

    /**
     * Makes room for the given number of bytes, so that later writes below it need none. Content already there stays.
     *
     * @param sizeBytes the size afterwards, unless the device is larger already
     * @throws NoSpaceException when there is no such room
     * @throws IOException when the device fails
     */
    void allocate(long sizeBytes) throws IOException;

    /**
     * Gives the room back; the size is 0 afterwards.
     *
     * @throws IOException when the device fails
     */
    void discard() throws IOException;

    /**
     * Returns the size in bytes.
     *
     * @throws IOException when the device fails
     */
    long size() throws IOException;
}
