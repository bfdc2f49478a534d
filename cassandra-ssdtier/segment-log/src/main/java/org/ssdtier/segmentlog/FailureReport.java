package org.ssdtier.segmentlog;

/** A report of whether the device has failed since the report before. Appending thread only. */
final class FailureReport {
    private long reported;

    /** Returns whether the number of failures is that of the report before. */
    IoStatus since(long failures) {
        IoStatus status = failures == reported ? IoStatus.OK : IoStatus.IO_ERROR;
        reported = failures;
        return status;
    }
}
