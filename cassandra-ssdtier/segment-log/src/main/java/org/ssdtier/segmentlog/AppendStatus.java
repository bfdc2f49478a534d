package org.ssdtier.segmentlog;

/** The reason why {@link SegmentLog#append} returned no location, encoded as a negative number. */
public enum AppendStatus {
    /** Success: a location was returned. */
    OK(0),
    /** All segments except the one kept for reclaim are in use: reclaim first. */
    NO_SPACE(-1),
    /** The key or the record is longer than the log accepts. */
    TOO_LARGE(-2),
    /** The device failed and the record is not in the log. A segment whose write failed is abandoned. */
    IO_ERROR(-3);

    private final long code;

    AppendStatus(long code) {
        this.code = code;
    }

    /** Returns the number that {@code append} returns for this status. */
    long code() {
        return code;
    }

    /**
     * Returns the status of the result of an append.
     *
     * @param result value returned by {@link SegmentLog#append}
     */
    public static AppendStatus of(long result) {
        if (result >= 0) {
            return OK;
        }
        return result == NO_SPACE.code ? NO_SPACE : result == TOO_LARGE.code ? TOO_LARGE : IO_ERROR;
    }
}
