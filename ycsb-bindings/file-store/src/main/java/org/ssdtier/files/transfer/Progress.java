package org.ssdtier.files.transfer;

import java.util.concurrent.atomic.LongAdder;

/** The progress of a transfer. Thread-safe. */
public final class Progress {
    private final LongAdder files = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder skippedFiles = new LongAdder();
    private volatile long totalFiles = -1;
    private volatile long totalBytes = -1;

    /** Sets the number of files and bytes to transfer, once it is known. */
    public void setTotal(long ofFiles, long ofBytes) {
        totalBytes = ofBytes;
        totalFiles = ofFiles;
    }

    /** Adds a file that was transferred. */
    public void add(long size) {
        files.increment();
        bytes.add(size);
    }

    /** Adds a file that was there already. */
    public void addSkipped(long size) {
        skippedFiles.increment();
        add(size);
    }

    /** Returns the number of files so far, including those that were there already. */
    public long files() {
        return files.sum();
    }

    /** Returns the bytes of those files. */
    public long bytes() {
        return bytes.sum();
    }

    /** Returns the number of files that were there already. */
    public long skippedFiles() {
        return skippedFiles.sum();
    }

    /** Returns the number of files to transfer, or -1 if it is not known yet. */
    public long totalFiles() {
        return totalFiles;
    }

    /** Returns the bytes to transfer, or -1 if they are not known yet. */
    public long totalBytes() {
        return totalBytes;
    }
}
