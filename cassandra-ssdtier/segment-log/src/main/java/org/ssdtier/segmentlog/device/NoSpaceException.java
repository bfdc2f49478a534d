package org.ssdtier.segmentlog.device;

import java.io.IOException;

/** An exception for a device without free space: ENOSPC or an exceeded quota. */
public final class NoSpaceException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message file and requested operation
     */
    public NoSpaceException(String message) {
        super(message);
    }
}
