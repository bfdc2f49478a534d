package org.ssdtier.rowcache.index;

import java.util.Arrays;

/**
 * A survey of the index: the number of records at each recency, per segment.
 *
 * <p>Nothing is counted when a row is read or dropped. Instead, each reclaim scans a part of the index; when all of it
 * has been scanned, the next pass begins. Once per lap of the log, and while most entries are warm, a pass also
 * decrements each entry's recency (the hand of CLOCK, Corbató 1968), so that rows last requested long ago make room. A
 * segment that did not exist during the whole of the last pass counts as fully wanted. The writer's thread only.
 */
public final class WarmthSurvey {
    private static final int LEVELS = EntryDescriptor.MAX_RECENCY + 1;
    /** The number of passes per lap of the log. */
    private static final int PASSES = 16;
    /** The mean recency of all records above which every pass ages them. */
    private static final double SATURATED = 1.25;

    private final LocationIndex index;
    private int[] counting = {};
    private int[] counted = {};
    /** For each slot, the first pass that covers all of the segment in it. */
    private int[] knownSince = {};

    private int pass;
    private boolean isAging;
    private long position;
    private int reclaims;

    /** Creates a survey of an index that has not begun. */
    public WarmthSurvey(LocationIndex index) {
        this.index = index;
    }

    /**
     * Continues the survey for one reclaim of a log with {@code segments} segments; the first call scans the whole
     * index.
     */
    public void proceed(int segments) {
        if (knownSince.length < segments) {
            counting = Arrays.copyOf(counting, segments * LEVELS);
            counted = Arrays.copyOf(counted, segments * LEVELS);
            knownSince = Arrays.copyOf(knownSince, segments);
        }
        assert position >= 0 && position < index.capacity() : "position=" + position + " of " + index.capacity();
        long part = pass == 0 ? index.capacity() : (index.capacity() * PASSES + segments - 1) / segments;
        long to = Math.min(index.capacity(), position + part);
        index.sweep(position, to, isAging, this::count);
        position = to;
        reclaims++;
        if (position == index.capacity()) {
            complete(segments);
        }
    }

    /** Discards the counts of a slot whose segment was reclaimed: they do not apply to the next segment in it. */
    public void forget(int slot) {
        knownSince[slot] = position == 0 ? pass : pass + 1;
    }

    /**
     * Returns the fraction of a segment's records that have at least the given recency.
     *
     * @param slot the segment's slot
     * @param recency 0 to {@link EntryDescriptor#MAX_RECENCY}; beyond, the fraction is 0
     * @return 0 to 1; 1 for a segment that did not exist during the whole of the last pass
     */
    public double share(int slot, int recency) {
        if (recency >= LEVELS) {
            return 0;
        }
        if (slot >= knownSince.length || knownSince[slot] >= pass) {
            return 1;
        }
        assert slot >= 0 && recency >= 0 : "slot=" + slot + " recency=" + recency;
        int all = atLeast(slot, 0);
        return all == 0 ? 0 : (double) atLeast(slot, recency) / all;
    }

    /**
     * Returns the mean recency of a segment's records, as a fraction of the highest.
     *
     * @param slot the segment's slot
     * @return 0 to 1; 1 also for a segment that did not exist during the whole of the last pass
     */
    public double warmth(int slot) {
        double sum = 0;
        for (int recency = 1; recency < LEVELS; recency++) {
            sum += share(slot, recency);
        }
        return sum / EntryDescriptor.MAX_RECENCY;
    }

    private int atLeast(int slot, int recency) {
        int sum = 0;
        for (int level = recency; level < LEVELS; level++) {
            sum += counted[slot * LEVELS + level];
        }
        return sum;
    }

    private void count(long entry) {
        int place = EntryDescriptor.segmentSlot(entry) * LEVELS + EntryDescriptor.recency(entry);
        if (place < counting.length) {
            counting[place]++;
        }
    }

    /** Returns whether so many records are warm that recency no longer distinguishes them. */
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
