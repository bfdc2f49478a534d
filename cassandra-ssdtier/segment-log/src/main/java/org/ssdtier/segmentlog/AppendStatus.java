package org.ssdtier.segmentlog;

/** Why {@link SegmentLog#append} returned no location; encoded as a negative number. */
public enum AppendStatus {
    /** It did return a location. */
    OK(0),
    /** All segments but the one kept for reclaim are in use: reclaim first. */
    NO_SPACE(-1),
    /** The key or the record is longer than the log takes. */
    TOO_LARGE(-2),
    /** The device failed; the segment being written was given up and the record is not in the log. */
    IO_ERROR(-3);

    private final long code;

    AppendStatus(long code) {
        this.code = code;
    }

    /** Returns the number that {@code append} returns for this. */
    long code() {
        return code;
    }

    /**
     * Returns what the result of an append means.
     *
     * @param result what {@link SegmentLog#append} returned
     */
    public static AppendStatus of(long result) {
        if (result >= 0) {
            return OK;
        }
        return result == NO_SPACE.code ? NO_SPACE : result == TOO_LARGE.code ? TOO_LARGE : IO_ERROR;
    }
}
