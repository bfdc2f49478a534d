package org.ssdtier.segmentlog.device;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * An exception for a directory that cannot be the storage of a log: missing, read-only, in use, or without direct
 * I/O.
 */
public final class StorageException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message directory, what is wrong with it and what is allowed
     * @param cause error of the file system, if any
     */
    public StorageException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
