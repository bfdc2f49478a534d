package org.ssdtier.benchmarks.brief;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.Device;

/**
 * The drives of one node.
 *
 * @param data drives of its SSTables
 * @param log drives of its commit log, which other nodes may share if only one runs at a time; null if it is on those of
 *     the SSTables
 * @param cache drive of its SSD tier, shared for the same reason; null without one
 */
public record NodeDrives(Device data, @Nullable Device log, @Nullable Device cache) {
    /** Turns the models on, or off for restore and warm-up. */
    public void slow(boolean on) throws IOException {
        for (Device device : all()) {
            if (on) {
                device.modelOn();
            } else {
                device.modelOff();
            }
        }
    }

    private List<Device> all() {
        List<Device> all = new ArrayList<>(List.of(data));
        if (log != null) {
            all.add(log);
        }
        if (cache != null) {
            all.add(cache);
        }
        return all;
    }

    /** Returns the current counters. */
    public Reading read() throws IOException {
        return new Reading(reading(data), reading(log), reading(cache));
    }

    private static DriveUse.@Nullable Reading reading(@Nullable Device device) throws IOException {
        return device == null ? null : DriveUse.Reading.of(device);
    }

    /** The counters of all drives at one moment. */
    public static final class Reading {
        private final DriveUse.@Nullable Reading data;
        private final DriveUse.@Nullable Reading log;
        private final DriveUse.@Nullable Reading cache;

        private Reading(
                DriveUse.@Nullable Reading data, DriveUse.@Nullable Reading log, DriveUse.@Nullable Reading cache) {
            this.data = data;
            this.log = log;
            this.cache = cache;
        }

        /** Returns the use since an earlier reading, for each of a number of requests. */
        public NodeDriveUse since(Reading earlier, long requests) {
            double each = Math.max(1, requests);
            return new NodeDriveUse(
                    use(data, earlier.data, each), use(log, earlier.log, each), use(cache, earlier.cache, each));
        }

        private static DriveUse use(
                DriveUse.@Nullable Reading now, DriveUse.@Nullable Reading earlier, double requests) {
            return now == null || earlier == null ? DriveUse.NONE : now.since(earlier, requests);
        }
    }
}
