package org.ssdtier.segmentlog.device;

import java.util.EnumMap;
import java.util.Map;
import java.util.Random;

/** The faults of a {@link FaultyStorage}: random ones at each operation, or a power cut at the n-th write. */
public final class FaultPlan {
    /** The kinds of faults. */
    public enum Fault {
        /** A write stores a part of its bytes and then fails. */
        SHORT,
        /** A write reports success but stores only some of its sectors. */
        TORN,
        /** A write reports success but stores nothing. */
        LOST,
        /** A write reports success but one of its bits is wrong. */
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
    private boolean trims;

    /** Creates a plan without faults. */
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

    /** Bounds the bytes that all devices together can preallocate. */
    public FaultPlan withSpace(long bytes) {
        allocatableBytes = bytes;
        return this;
    }

    /** Sets whether devices can release content. */
    public FaultPlan withTrims(boolean can) {
        trims = can;
        return this;
    }

    /** Switches random faults on or off. */
    public void enable(boolean on) {
        enabled = on;
    }

    /** Returns the number of writes. */
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

    boolean trims() {
        return trims;
    }

    synchronized void countWrite() {
        writes++;
    }

    synchronized boolean happens(Fault fault) {
        return enabled && random.nextDouble() < chances.getOrDefault(fault, 0.0);
    }
}
