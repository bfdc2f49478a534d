package org.ssdtier.rowcache;

import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.ResizeResult;
import org.ssdtier.segmentlog.SegmentStatus;

/** The operations of an operator on the SSD tier. Without an SSD tier they have no effect. Thread-safe. */
public final class SsdControl {
    private final @Nullable SsdTier tier;

    SsdControl(@Nullable SsdTier tier) {
        this.tier = tier;
    }

    /** Returns the state of the tier. */
    public CacheState state() {
        return tier == null ? CacheState.DISABLED : tier.state();
    }

    /** Returns whether the tier was stopped with the node, so that its content is that of the next start. */
    public boolean isStopped() {
        return tier != null && tier.state() == CacheState.DISABLED;
    }

    /** Returns the reason why the tier is offline; null if it is not. */
    public @Nullable SsdOutage outage() {
        return tier == null ? null : tier.outage();
    }

    /** Returns the segments of the tier; none while it is offline. */
    public List<SegmentStatus> segments() {
        return tier == null ? List.of() : tier.segments();
    }

    /** Marks the directory of the tier as this host's, as soon as it is open; logs a WARN if it was another host's. */
    public void claim(UUID host) {
        if (tier != null) {
            tier.claim(host);
        }
    }

    /**
     * Grows or shrinks the tier by whole segments, in the background while it is online.
     *
     * @param bytes the new size
     * @param ended called with the result: the requested size, or as much as there was space for
     * @throws IllegalArgumentException if the size is not allowed; the message names value and allowed range
     */
    public void resize(long bytes, Consumer<ResizeResult> ended) {
        if (tier != null) {
            tier.resize(bytes, ended);
        }
    }

    /** Resizes the tier, without a callback; see {@link #resize(long, Consumer)}. */
    public void resize(long bytes) {
        resize(bytes, ended -> {});
    }

    /** Stops reading and writing the SSD. Drops, refreshes and purges stay effective. */
    public void pause() {
        if (tier != null) {
            tier.setPaused(true);
        }
    }

    /** Ends {@link #pause}. */
    public void resume() {
        if (tier != null) {
            tier.setPaused(false);
        }
    }

    /**
     * Returns the bytes that the last {@link TieredCache#erase} has yet to overwrite; 0 when it has ended, -1 if it
     * failed.
     */
    public long eraseRemainingBytes() {
        return tier == null ? 0 : tier.eraseRemainingBytes();
    }

    /** Checks once whether the device stalls, if the cache was opened without threads. */
    void look() {
        if (tier != null) {
            tier.look();
        }
    }

    /** Returns how long the writer's thread would pause now, after a step without work. */
    long pauseNanos() {
        return tier == null ? 0 : tier.pauseNanos();
    }

    /** Requests a checkpoint soon; if a journal is kept, checkpoints are also written periodically. */
    void requestCheckpoint() {
        if (tier != null) {
            tier.requestCheckpoint();
        }
    }
}
