package org.ssdtier.benchmarks.brief;

import java.io.IOException;
import org.ssdtier.benchmarks.device.BusyCounters;
import org.ssdtier.benchmarks.device.Device;
import org.ssdtier.benchmarks.device.DeviceCounters;

/**
 * The use of one RAID-0 or drive, for each request of the clients.
 *
 * @param reads reads that reached it
 * @param writes writes that reached it
 * @param busyMicros time that it has worked in µs; see {@link BusyCounters#seconds}
 */
public record DriveUse(double reads, double writes, double busyMicros) {
    /** A drive that does not exist or was not used. */
    public static final DriveUse NONE = new DriveUse(0, 0, 0);

    private static final double MICROS_PER_SECOND = 1e6;

    /**
     * The counters of a drive at one moment.
     *
     * @param counters requests that reached it
     * @param busy time that its parts have worked
     */
    public record Reading(DeviceCounters counters, BusyCounters busy) {
        /** Reads the current counters. */
        public static Reading of(Device device) throws IOException {
            return new Reading(device.counters(), device.busy());
        }

        /**
         * Returns the use since an earlier reading.
         *
         * @param requests number of the clients' requests meanwhile
         */
        public DriveUse since(Reading earlier, double requests) {
            DeviceCounters passed = counters.since(earlier.counters);
            return new DriveUse(
                    passed.reads() / requests,
                    passed.writes() / requests,
                    busy.since(earlier.busy).seconds() * MICROS_PER_SECOND / requests);
        }
    }
}
