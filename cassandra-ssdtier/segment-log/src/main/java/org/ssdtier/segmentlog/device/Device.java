package org.ssdtier.segmentlog.device;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A sequence of bytes that is read and written by position: one file of a log.
 *
 * <p>The contract, by number:
 * <ol>
 *   <li>Reads and writes may come from several threads simultaneously; each uses a buffer of its own.
 *   <li>Positions and sizes are multiples of {@link #PAGE_BYTES}, and buffers are direct and aligned to it, so that an
 *       implementation may bypass the page cache.
 *   <li>A write is durable only after {@link #force()} has returned.
 *   <li>Errors are {@link IOException}s; a full device throws the subclass {@link NoSpaceException}.
 *   <li>An interrupt of the calling thread affects neither the device nor the operation, and is still set afterwards.
 * </ol>
 */
public interface Device extends Closeable {
    /** The unit of alignment of every position, size and buffer address, in bytes. */
    int PAGE_BYTES = 4096;

    /**
     * Reads until the destination is full or the device ends.
     *
     * @param destination buffer to fill from its position to its limit
     * @param position byte offset in the device
     * @return number of bytes read; fewer than requested only at the end of the device
     * @throws IOException when the device fails
     */
    int read(ByteBuffer destination, long position) throws IOException;

    /**
     * Starts an asynchronous read by the kernel, if this device is a file that allows it.
     *
     * @return whether the read was started; if not, the caller uses {@link #read}
     */
    default boolean submit(KernelRead read, ByteBuffer destination, long position) {
        return false;
    }

    /**
     * Writes all remaining bytes of the source.
     *
     * @param source buffer to write from its position to its limit
     * @param position byte offset in the device
     * @throws NoSpaceException when the device has no room for it
     * @throws IOException when the device fails
     */
    void write(ByteBuffer source, long position) throws IOException;

    /**
     * Returns after everything written before is durable.
     *
     * @throws IOException when that cannot be guaranteed
     */
    void force() throws IOException;

    /**
     * Reserves space for the given number of bytes, so that later writes within it need no more. Existing content
     * stays.
     *
     * @param sizeBytes size afterwards, unless the device is larger already
     * @throws NoSpaceException when there is not enough space
     * @throws IOException when the device fails
     */
    void allocate(long sizeBytes) throws IOException;

    /**
     * Releases the space; the size is 0 afterwards.
     *
     * @throws IOException when the device fails
     */
    void discard() throws IOException;

    /**
     * Releases the content from offset 0, which reads as zeros afterwards, and reserves its space again. A crash may
     * restore the content, wholly or in part.
     *
     * @param sizeBytes number of bytes to release
     * @return whether the content was released; false if that is not wanted or not supported, and nothing has changed
     * @throws NoSpaceException when the content was released, but its space was taken before it could be reserved again
     * @throws IOException when the device fails
     */
    default boolean trim(long sizeBytes) throws IOException {
        return false;
    }

    /**
     * Returns the size in bytes.
     *
     * @throws IOException when the device fails
     */
    long size() throws IOException;
}
