package org.ssdtier.segmentlog.device;

import java.nio.file.Path;

/**
 * An observer of the segment files of a log. Its methods are called by the log's own threads and must neither throw nor
 * block for long.
 */
public interface SegmentFileObserver {
    /** The observer that ignores everything. */
    SegmentFileObserver NONE = new SegmentFileObserver() {
        @Override
        public void opened(Path file) {}

        @Override
        public void written(long bytes) {}
    };

    /** Receives a segment file that was opened for writing, before anything is written to it. */
    void opened(Path file);

    /** Receives the number of bytes of a successful write to a segment file. */
    void written(long bytes);
}
