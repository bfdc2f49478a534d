package org.ssdtier.segmentlog.device;

import java.io.IOException;

/** The device has no room left: ENOSPC or an exceeded quota. */
public final class NoSpaceException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param message what was asked of which file
     */
    public NoSpaceException(String message) {
        super(message);
    }
}
