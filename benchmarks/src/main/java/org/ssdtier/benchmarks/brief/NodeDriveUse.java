package org.ssdtier.benchmarks.brief;

import java.util.stream.DoubleStream;

/**
 * The use of the drives of a node, for each request of the clients.
 *
 * @param data the drives of the SSTables, and of the commit log if it has none of its own
 * @param log the drives of the commit log; unused if it is on those of the SSTables
 * @param cache the drive of the SSD tier; unused without one
 */
public record NodeDriveUse(DriveUse data, DriveUse log, DriveUse cache) {
    /** No use of any drive. */
    public static final NodeDriveUse NONE = new NodeDriveUse(DriveUse.NONE, DriveUse.NONE, DriveUse.NONE);

    /**
     * Returns the device time per request in µs: that of the busiest drives, which could serve one request in this time
     * if nothing else were the limit.
     */
    public double busiestMicros() {
        return DoubleStream.of(data.busyMicros(), log.busyMicros(), cache.busyMicros())
                .max()
                .orElse(0);
    }
}
