package org.ssdtier.segmentlog;

/**
 * What a resize did.
 *
 * @param segments how many slots the log has now
 * @param outcome whether that is what was asked for
 */
public record ResizeResult(int segments, Outcome outcome) {
    /** How a resize ended. */
    public enum Outcome {
        /** As asked. */
        DONE,
        /** Smaller than asked: there was no space for more. */
        NO_SPACE,
        /** Smaller or larger than asked: the device failed. */
        IO_ERROR
    }
}
