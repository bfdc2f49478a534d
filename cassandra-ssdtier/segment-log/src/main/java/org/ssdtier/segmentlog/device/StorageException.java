package org.ssdtier.segmentlog.device;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A directory cannot serve as a log's storage: missing, read-only, in use, or without direct I/O. */
public final class StorageException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message which directory, what is wrong with it and what is allowed
     * @param cause what the file system said, if it said something
     */
    public StorageException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
