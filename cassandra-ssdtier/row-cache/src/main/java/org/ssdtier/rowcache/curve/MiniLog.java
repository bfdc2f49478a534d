package org.ssdtier.rowcache.curve;

/**
 * A miniature of the segment log: the rows in the order in which they were written, in a few segments. If there is no
 * empty segment, the one that costs least is reclaimed: its warmest rows stay, as far as the configured share of all
 * writes allows, and it goes on as the newest. Not thread-safe.
 *
 * <p>The costs are those of the real log, see {@code SegmentTable}: bytes to keep in full, live bytes to drop as a
 * fraction that falls with age, and bytes of removed rows not at all.
 */
final class MiniLog {
    /** The highest recency. */
    static final int MAX_RECENCY = 3;

    /** The segments, as many as the real survey makes passes per lap of the log, so that each reclaim ends a pass. */
    private static final int SEGMENTS = 16;
    /** The youngest segments, for which the real survey has no figures yet and which it takes for warm. */
    private static final int UNKNOWN_SEGMENTS = 1;

    private static final double NEWEST_DROPPED_COST = 0.3;
    private static final double OLDEST_DROPPED_COST = 0.12;
    /** The mean recency of all rows above which every pass ages them. */
    private static final double SATURATED = 1.25;
    /** The bits of a row's state that are its recency. */
    private static final int RECENCY = 0x3;

    private final SampledKeys keys;
    private final byte[] states;
    private final Reclaimed owner;
    private final double copiesShare;
    private final KeyLists lists;
    private final double[] filledBytes = new double[SEGMENTS];
    private final int[] sequences = new int[SEGMENTS];
    private double segmentBytes;
    private double allFilledBytes;
    private int active;
    private int sequence = SEGMENTS;
    private double creditBytes;
    private int reclaimsSinceAging;

    /** The owner of the rows. */
    interface Reclaimed {
        /** Removes a row that reclaim drops; {@code wasWanted} tells whether there was only no room to keep it. */
        void dropped(int key, boolean wasWanted);

        /** Receives the share of a reclaim's dropped bytes that were not wanted, 0 to 1. */
        void ended(double unwantedShare);
    }

    /**
     * Creates a log without capacity.
     *
     * @param states the states of all rows; their lowest two bits are the recency
     * @param copiesShare maximum fraction of kept bytes in all bytes written
     */
    MiniLog(SampledKeys keys, byte[] states, double copiesShare, Reclaimed owner) {
        this.keys = keys;
        this.states = states;
        this.copiesShare = copiesShare;
        this.owner = owner;
        this.lists = new KeyLists(keys.capacity(), SEGMENTS);
    }

    /** Sets the capacity, and drops the oldest rows that have no room. */
    void setCapacity(double bytes) {
        segmentBytes = bytes / (SEGMENTS - 0.5); // half of the active one is empty on average
        allFilledBytes = 0;
        for (int segment = 0; segment < SEGMENTS; segment++) {
            filledBytes[segment] = liveBytes(segment);
            allFilledBytes += filledBytes[segment];
        }
        while (allFilledBytes > SEGMENTS * segmentBytes) {
            empty(oldestFilled());
        }
    }

    /** Returns whether a write displaces no other row. */
    boolean hasRoom() {
        // half a segment less: whole rows rarely fill a segment exactly
        return emptySegment() != KeyLists.NONE && allFilledBytes < (SEGMENTS - 0.5) * segmentBytes;
    }

    /** Returns whether a row of this size can be written at all. */
    boolean canHold(int bytes) {
        return bytes <= SEGMENTS * segmentBytes;
    }

    /** Writes a row that is not in the log. */
    void write(int key) {
        int bytes = keys.ssdBytes(key);
        double most = SEGMENTS * segmentBytes * copiesShare;
        creditBytes = Math.min(most, creditBytes + bytes * copiesShare / (1 - copiesShare));
        if (filledBytes[active] > 0 && filledBytes[active] + bytes / 2.0 > segmentBytes) {
            begin();
        }
        lists.add(active, key);
        fill(active, bytes);
    }

    /** Removes a row; its bytes remain in use until its segment is reclaimed. */
    void remove(int key) {
        lists.remove(key);
    }

    private void fill(int segment, double bytes) {
        filledBytes[segment] += bytes;
        allFilledBytes += bytes;
    }

    /** Begins a segment: an empty one if there is room for it, otherwise one that is reclaimed. */
    private void begin() {
        int next = hasRoom() ? emptySegment() : reclaim();
        sequence++;
        sequences[next] = sequence;
        active = next;
    }

    private int emptySegment() {
        for (int segment = 0; segment < SEGMENTS; segment++) {
            if (filledBytes[segment] == 0 && segment != active) {
                return segment;
            }
        }
        return KeyLists.NONE;
    }

    private int oldestFilled() {
        int oldest = KeyLists.NONE;
        for (int segment = 0; segment < SEGMENTS; segment++) {
            if (filledBytes[segment] > 0 && (oldest == KeyLists.NONE || sequences[segment] < sequences[oldest])) {
                oldest = segment;
            }
        }
        return oldest;
    }

    private void empty(int segment) {
        for (int key = lists.oldest(segment); key != KeyLists.NONE; key = lists.oldest(segment)) {
            owner.dropped(key, false);
        }
        fill(segment, -filledBytes[segment]);
    }

    private int reclaim() {
        int victim = victim();
        double[] atRecency = bytesAtRecency(victim);
        double mostKept = Math.min(segmentBytes / 2, creditBytes);
        int threshold = MAX_RECENCY;
        double warmer = 0;
        while (threshold > 1 && warmer + atRecency[threshold] < mostKept) {
            warmer += atRecency[threshold];
            threshold--;
        }
        double kept = 0;
        double lost = 0;
        double atThreshold = mostKept - warmer;
        int next;
        for (int key = lists.oldest(victim); key != KeyLists.NONE; key = next) {
            next = lists.newer(key);
            int recency = recency(key);
            int bytes = keys.ssdBytes(key);
            boolean isKept =
                    kept + bytes <= mostKept && (recency > threshold || (recency == threshold && atThreshold >= bytes));
            atThreshold -= isKept && recency == threshold ? bytes : 0;
            kept += isKept ? bytes : 0;
            if (!isKept) {
                lost += recency == 0 ? 0 : recency == 1 ? bytes / 2.0 : bytes;
                owner.dropped(key, recency > 0);
            }
        }
        creditBytes -= kept;
        fill(victim, kept - filledBytes[victim]);
        owner.ended(1 - Math.min(1, lost / Math.max(segmentBytes - kept, segmentBytes / 2)));
        endReclaim();
        return victim;
    }

    private int victim() {
        int victim = KeyLists.NONE;
        double lowest = 0;
        for (int segment = 0; segment < SEGMENTS; segment++) {
            if (segment != active && filledBytes[segment] > 0) {
                double cost = cost(segment);
                if (victim == KeyLists.NONE || cost < lowest) {
                    victim = segment;
                    lowest = cost;
                }
            }
        }
        return victim == KeyLists.NONE ? active : victim;
    }

    private double cost(int segment) {
        int age = 0;
        for (int other = 0; other < SEGMENTS; other++) {
            age += filledBytes[other] > 0 && sequences[other] > sequences[segment] ? 1 : 0;
        }
        double[] atRecency = bytesAtRecency(segment);
        double live = 0;
        double warm = 0;
        for (int recency = 0; recency <= MAX_RECENCY; recency++) {
            live += atRecency[recency];
            warm += atRecency[recency] * recency / MAX_RECENCY;
        }
        double kept = age <= UNKNOWN_SEGMENTS ? 1 : warm / Math.max(live, 1);
        double youth = 1 - (double) age / SEGMENTS;
        double dropped = OLDEST_DROPPED_COST + youth * (NEWEST_DROPPED_COST - OLDEST_DROPPED_COST);
        return Math.min(1, live / filledBytes[segment]) * (kept + (1 - kept) * dropped);
    }

    private double[] bytesAtRecency(int segment) {
        double[] bytes = new double[MAX_RECENCY + 1];
        for (int key = lists.oldest(segment); key != KeyLists.NONE; key = lists.newer(key)) {
            bytes[recency(key)] += keys.ssdBytes(key);
        }
        return bytes;
    }

    private double liveBytes(int segment) {
        double bytes = 0;
        for (int key = lists.oldest(segment); key != KeyLists.NONE; key = lists.newer(key)) {
            bytes += keys.ssdBytes(key);
        }
        return bytes;
    }

    /** Ages all rows once per lap of the log, and at every reclaim while most of them are warm. */
    private void endReclaim() {
        reclaimsSinceAging++;
        if (reclaimsSinceAging >= SEGMENTS || isSaturated()) {
            reclaimsSinceAging = 0;
            for (int segment = 0; segment < SEGMENTS; segment++) {
                for (int key = lists.oldest(segment); key != KeyLists.NONE; key = lists.newer(key)) {
                    if (recency(key) > 0) {
                        states[key]--;
                    }
                }
            }
        }
    }

    private boolean isSaturated() {
        int rows = 0;
        int sum = 0;
        for (int segment = 0; segment < SEGMENTS; segment++) {
            for (int key = lists.oldest(segment); key != KeyLists.NONE; key = lists.newer(key)) {
                rows++;
                sum += recency(key);
            }
        }
        return sum > SATURATED * rows;
    }

    private int recency(int key) {
        return states[key] & RECENCY;
    }
}
