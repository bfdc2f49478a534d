package org.ssdtier.segmentlog.device;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A directory of {@link Device}s, owned by one log at a time. It is closed by the code that opened it, or by the log
 * that was opened with it.
 */
public interface Storage extends AutoCloseable {
    /**
     * Opens a device; creates an empty one if it does not exist.
     *
     * @param name a plain file name
     * @return the device; the caller closes it
     * @throws IOException when it can neither be opened nor created
     */
    Device open(String name) throws IOException;

    /**
     * Returns the names of the existing devices, in no particular order.
     *
     * @throws IOException when the directory cannot be read
     */
    List<String> names() throws IOException;

    /**
     * Deletes a device; does nothing if it does not exist.
     *
     * @param name a plain file name
     * @throws IOException when it cannot be deleted
     */
    void delete(String name) throws IOException;

    /**
     * Returns after all previous creations and deletions are durable.
     *
     * @throws IOException when that cannot be guaranteed
     */
    void force() throws IOException;

    /**
     * Returns whether this is still the directory that was opened. After a directory with open files is removed,
     * replaced or unmounted, the open files still accept reads and writes, but their content is lost when the last of
     * them is closed.
     */
    default boolean isPresent() {
        return true;
    }

    /**
     * Returns whether the file system fails, or has become read-only after a failure: it has to be unmounted then, which open files
     * prevent. A full file system does not fail. Makes a durable file and deletes it, so this is not for each read. May wait for the
     * device.
     */
    default boolean isFailing() {
        return false;
    }

    /**
     * Records the host to which this storage belongs from now on.
     *
     * @return the host to which it belonged before; null if that is not known
     * @throws IOException when the host cannot be recorded
     */
    default @Nullable UUID claim(UUID host) throws IOException {
        return null;
    }

    /**
     * Returns the bytes that further devices may have; {@link Long#MAX_VALUE} if that is not bounded. May wait for the device.
     *
     * @throws IOException when that is not known
     */
    default long freeBytes() throws IOException {
        return Long.MAX_VALUE;
    }

    /** Returns a description of the place, for messages: {@code directory=/var/lib/...}. */
    String describe();

    /** Releases the directory and its lock. Idempotent. */
    @Override
    void close();
}
