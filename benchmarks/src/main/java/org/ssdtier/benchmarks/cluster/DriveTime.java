package org.ssdtier.benchmarks.cluster;

import org.HdrHistogram.Histogram;
import org.ssdtier.benchmarks.device.DeviceProfile;
import org.ssdtier.benchmarks.load.Latency;

/**
 * The time of dilated drives: figures of the clock become theirs, and Cassandra's durations become longer by the clock.
 *
 * @param dilation seconds of the clock for one of the drives; see {@link DeviceProfile#dilated}
 */
record DriveTime(int dilation) {
    private static final int TIMEOUT_SECONDS = 30;

    /** Less than the clients' minute, so that a node reports a timeout. */
    private static final int MOST_TIMEOUT_SECONDS = 50;

    /** A third of the shortest useful slot: each has some syncs. */
    private static final int MOST_SYNC_SECONDS = 10;

    private static final int LAG_SECONDS = 15;
    private static final int READ_TIMEOUT_MILLIS = 50;

    /** The longest that the tier takes. */
    private static final int MOST_READ_TIMEOUT_MILLIS = 1_000;

    /** Returns a duration of the clock as one of the drives. */
    double seconds(double clockSeconds) {
        return clockSeconds / dilation;
    }

    /** Returns latencies of the clock, in µs, as those of the drives. */
    Latency latency(Histogram clockMicros) {
        return Latency.of(clockMicros).shortened(dilation);
    }

    /** Returns the timeout of requests. One on slow drives would be a failed request, or a replica without the write. */
    String timeout() {
        return longer(TIMEOUT_SECONDS, MOST_TIMEOUT_SECONDS) + "s";
    }

    /** Returns the period of the commit log's syncs: shorter than the default, so that each slot has some. */
    String syncPeriod() {
        return longer(1, MOST_SYNC_SECONDS) + "s";
    }

    /** Returns the lag of a sync after which writes wait, by default 15 s. */
    String syncLag() {
        return longer(LAG_SECONDS, Integer.MAX_VALUE) + "s";
    }

    /** Returns the tier's patience with its SSD, by default 50 ms. */
    String readTimeout() {
        return longer(READ_TIMEOUT_MILLIS, MOST_READ_TIMEOUT_MILLIS) + "ms";
    }

    private long longer(int duration, int most) {
        return Math.min((long) duration * dilation, most);
    }
}
