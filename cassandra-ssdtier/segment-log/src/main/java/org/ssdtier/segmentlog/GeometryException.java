package org.ssdtier.segmentlog;

import java.io.IOException;

/**
 * An exception for a log written with another segment size than it is opened with; {@link SegmentLog#format} deletes
 * it.
 */
public final class GeometryException extends IOException {
    private static final long serialVersionUID = 1L;

    GeometryException(String message) {
        super(message);
    }
}
