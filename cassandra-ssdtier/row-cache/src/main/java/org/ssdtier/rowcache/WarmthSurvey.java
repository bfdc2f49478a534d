package org.ssdtier.rowcache;

import java.util.Arrays;

/**
 * What the index says about each segment: how many of its records are how warm.
 *
 * <p>Nothing is counted when a row is read or dropped. Instead the survey goes through the index, a part of it with each
 * reclaim, and begins again when it has seen all. Once a lap of the log it takes one of each entry's recency on its way (the
 * hand of CLOCK, Corbató 1968), so that what was wanted long ago makes room. A segment that was not there during the whole of
 * the last pass counts as wanted. The writer's thread only.
 */
final class WarmthSurvey {
    private static final int LEVELS = SlotDescriptor.MAX_RECENCY + 1;
    /** Passes in a lap of the log. */
    private static final int PASSES = 16;
    /** The mean recency of all records from which on they age. */
    private static final double SATURATED = 1.25;

    private final LocationIndex index;
    private int[] counting = {};
    private int[] counted = {};
    /** For each slot the first pass that saw all of the segment which is in there. */
    private int[] knownSince = {};

    private int pass;
    private boolean isAging;
    private long position;
    private int reclaims;

    WarmthSurvey(LocationIndex index) {
        this.index = index;
    }

    /** Goes on for one reclaim of a log with so many segments; the first time through the whole of the index. */
    void proceed(int segments) {
        if (knownSince.length < segments) {
            counting = Arrays.copyOf(counting, segments * LEVELS);
            counted = Arrays.copyOf(counted, segments * LEVELS);
            knownSince = Arrays.copyOf(knownSince, segments);
        }
        long part = pass == 0 ? index.capacity() : (index.capacity() * PASSES + segments - 1) / segments;
        long to = Math.min(index.capacity(), position + part);
        index.sweep(position, to, isAging, this::count);
        position = to;
        reclaims++;
        if (position == index.capacity()) {
            complete(segments);
        }
    }

    /** The segment in that slot was reclaimed: what is known about it does not hold for the next one. */
    void forget(int slot) {
        knownSince[slot] = position == 0 ? pass : pass + 1;
    }

    /**
     * Returns which share of a segment's records is so warm or warmer.
     *
     * @param slot the slot it is in
     * @param recency 0 to {@link SlotDescriptor#MAX_RECENCY}; there is nothing beyond
     * @return 0 to 1; 1 for what was not there during the whole of the last pass
     */
    double share(int slot, int recency) {
        if (recency >= LEVELS) {
            return 0;
        }
        if (slot >= knownSince.length || knownSince[slot] >= pass) {
            return 1;
        }
        int all = atLeast(slot, 0);
        return all == 0 ? 0 : (double) atLeast(slot, recency) / all;
    }

    /**
     * Returns how warm the records of a segment are on average.
     *
     * @param slot the slot it is in
     * @return 0 to 1, all of them as warm as can be; 1 too for what was not there during the whole of the last pass
     */
    double warmth(int slot) {
        double sum = 0;
        for (int recency = 1; recency < LEVELS; recency++) {
            sum += share(slot, recency);
        }
        return sum / SlotDescriptor.MAX_RECENCY;
    }

    private int atLeast(int slot, int recency) {
        int sum = 0;
        for (int level = recency; level < LEVELS; level++) {
            sum += counted[slot * LEVELS + level];
        }
        return sum;
    }

    private void count(long slot) {
        int place = SlotDescriptor.segmentSlot(slot) * LEVELS + SlotDescriptor.recency(slot);
        if (place < counting.length) {
            counting[place]++;
        }
    }

    /** Whether so much is warm that warm says little. */
    private boolean isSaturated() {
        long entries = 0;
        long sum = 0;
        for (int i = 0; i < counted.length; i++) {
            entries += counted[i];
            sum += (long) counted[i] * (i % LEVELS);
        }
        return sum > SATURATED * entries;
    }

    private void complete(int segments) {
        int[] next = counted;
        counted = counting;
        counting = next;
        Arrays.fill(counting, 0);
        position = 0;
        pass++;
        isAging = reclaims >= segments || isSaturated();
        if (isAging) {
            reclaims = 0;
        }
    }
}
