package org.ssdtier.segmentlog;

import java.io.IOException;

/** A log was written with a segment size other than the one it is opened with; {@link SegmentLog#format} starts anew. */
public final class GeometryException extends IOException {
    private static final long serialVersionUID = 1L;

    GeometryException(String message) {
        super(message);
    }
}
