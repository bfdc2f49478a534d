package org.ssdtier.segmentlog.device;

import java.util.EnumMap;
import java.util.Map;
import java.util.Random;

/** When a {@link FaultyStorage} misbehaves, and how: by chance at each operation, or by a power cut at the n-th write. */
public final class FaultPlan {
    /** What can go wrong. */
    public enum Fault {
        /** A write stores a part of its bytes and then fails. */
        SHORT,
        /** A write says it went well and stored only some of its sectors. */
        TORN,
        /** A write says it went well and stored nothing. */
        LOST,
        /** A write says it went well and one bit of it is wrong. */
        FLIPPED,
        /** A write fails: EIO. */
        WRITE_ERROR,
        /** A write fails: ENOSPC. */
        NO_SPACE,
        /** A force fails: EIO. */
        FORCE_ERROR,
        /** A read fails: EIO. */
        READ_ERROR
    }

    final Random random;
    private final Map<Fault, Double> chances = new EnumMap<>(Fault.class);
    private long cutAtWrite = Long.MAX_VALUE;
    private long allocatableBytes = Long.MAX_VALUE;
    private long writes;
    private boolean enabled = true;

    /** Makes a plan without faults. */
    public FaultPlan(long seed) {
        random = new Random(seed);
    }

    /** Adds a fault with the given probability at each operation it can happen to. */
    public FaultPlan with(Fault fault, double chance) {
        chances.put(fault, chance);
        return this;
    }

    /** Cuts the power at the n-th write from now, counted from 0: nothing works from then on. */
    public FaultPlan cutAtWrite(long n) {
        cutAtWrite = n;
        return this;
    }

    /** Bounds what all devices together can preallocate. */
    public FaultPlan withSpace(long bytes) {
        allocatableBytes = bytes;
        return this;
    }

    /** Switches faults by chance on or off. */
    public void enable(boolean on) {
        enabled = on;
    }

    /** Returns how many writes there were. */
    public synchronized long writes() {
        return writes;
    }

    /** Returns whether the power is off. */
    public synchronized boolean isCut() {
        return writes > cutAtWrite;
    }

    synchronized boolean takeSpace(long bytes) {
        if (bytes > allocatableBytes) {
            return false;
        }
        allocatableBytes -= bytes;
        return true;
    }

    synchronized void countWrite() {
        writes++;
    }

    synchronized boolean happens(Fault fault) {
        return enabled && random.nextDouble() < chances.getOrDefault(fault, 0.0);
    }
}
