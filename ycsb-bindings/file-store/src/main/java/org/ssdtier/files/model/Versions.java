package org.ssdtier.files.model;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A source of versions: time-based UUIDs (RFC 4122, version 1). Each is greater than any version that the caller has seen,
 * so a client whose clock is behind still replaces what it has read, and than all before it of its sequence. Those that
 * follow a version far ahead of the clock are a sequence of their own: a client with a wrong clock does not pass its time
 * on to paths whose versions are not far ahead.
 */
public final class Versions {
    /** 100-nanosecond intervals from the epoch of UUIDs, 1582-10-15, to that of Unix. */
    private static final long EPOCH_OFFSET = 0x01b21dd213814000L;

    private static final long TICKS_PER_MICRO = 10;
    /** More than clocks of machines that are kept by NTP differ: five minutes. */
    private static final long FAR_TICKS = 5 * 60 * 1_000_000L * TICKS_PER_MICRO;

    private final LongSupplier micros;
    private final long node;
    private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);
    private final AtomicLong lastAhead = new AtomicLong(Long.MIN_VALUE);

    /**
     * Creates a source.
     *
     * @param micros the current time in microseconds since 1970
     * @param node random number that distinguishes this source from others
     */
    public Versions(LongSupplier micros, long node) {
        this.micros = micros;
        this.node = (node & 0x3fff_ffff_ffff_ffffL) | 0x8000_0000_0000_0000L;
    }

    /**
     * Returns the next version.
     *
     * @param seen version that it must be greater than, or null
     */
    public UUID after(@Nullable UUID seen) {
        long now = micros.getAsLong() * TICKS_PER_MICRO + EPOCH_OFFSET;
        long least = seen == null ? now : Math.max(now, seen.timestamp() + 1);
        AtomicLong sequence = least - now > FAR_TICKS ? lastAhead : last;
        long ticks = sequence.updateAndGet(before -> Math.max(before + 1, least));
        long high = (ticks << 32) | ((ticks >>> 16) & 0xffff_0000L) | 0x1000 | (ticks >>> 48);
        return new UUID(high, node);
    }

    /** Returns the time of a version in microseconds since 1970: the timestamp of what is written with it. */
    public static long micros(UUID version) {
        return Math.floorDiv(version.timestamp() - EPOCH_OFFSET, TICKS_PER_MICRO);
    }

    /** Compares two versions as Cassandra orders the type {@code timeuuid}. */
    public static int compare(UUID one, UUID other) {
        int byTime = Long.compare(one.timestamp(), other.timestamp());
        // Cassandra compares the other eight bytes as signed bytes.
        long flip = 0x8080_8080_8080_8080L;
        return byTime != 0
                ? byTime
                : Long.compareUnsigned(one.getLeastSignificantBits() ^ flip, other.getLeastSignificantBits() ^ flip);
    }
}
