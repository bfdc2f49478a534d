package org.ssdtier.segmentlog.device;

import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A directory of {@link Device}s, owned by one log at a time. Whoever opened it, or the log it was given to, closes it. */
public interface Storage extends AutoCloseable {
    /**
     * Opens a device, creating an empty one where there is none.
     *
     * @param name a plain file name
     * @return the device; the caller closes it
     * @throws IOException when it can neither be opened nor created
     */
    Device open(String name) throws IOException;

    /**
     * Lists the devices that exist, in no order.
     *
     * @throws IOException when the directory cannot be read
     */
    List<String> names() throws IOException;

    /**
     * Deletes a device; it is no error when there is none.
     *
     * @param name a plain file name
     * @throws IOException when it cannot be deleted
     */
    void delete(String name) throws IOException;

    /**
     * Returns once creations and deletions made before are durable.
     *
     * @throws IOException when that cannot be promised
     */
    void force() throws IOException;

    /**
     * Returns whether this is still what was opened. A directory that was removed, replaced or unmounted under its open files
     * goes on to take reads and writes, but what they write is lost with the last of them.
     */
    default boolean isPresent() {
        return true;
    }

    /**
     * Notes which host this belongs to from now on.
     *
     * @return the host it belonged to before; null if that is not known
     * @throws IOException when it cannot be noted
     */
    default @Nullable UUID claim(UUID host) throws IOException {
        return null;
    }

    /** Says where this is, for messages: {@code directory=/var/lib/...}. */
    String describe();

    /** Releases the directory and its lock. Idempotent. */
    @Override
    void close();
}
