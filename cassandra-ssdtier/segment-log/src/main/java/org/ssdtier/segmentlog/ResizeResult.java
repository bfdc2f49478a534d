package org.ssdtier.segmentlog;

/**
 * The result of a resize.
 *
 * @param segments number of slots the log has now
 * @param outcome whether that is the requested size, and if not, why
 */
public record ResizeResult(int segments, Outcome outcome) {
    /** The outcome of a resize. */
    public enum Outcome {
        /** The log has the requested size. */
        DONE,
        /** Smaller than requested: there was no space for more. */
        NO_SPACE,
        /** Smaller or larger than requested: the device failed. */
        IO_ERROR
    }
}
