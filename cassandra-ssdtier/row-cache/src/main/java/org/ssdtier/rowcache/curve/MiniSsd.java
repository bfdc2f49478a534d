package org.ssdtier.rowcache.curve;

/**
 * A miniature of the SSD tier for the sampled keys, with the policies of the tier itself: rows evicted from memory are
 * admitted while there is room, and then when they were seen twice; reclaim takes the oldest rows first, reinserts the
 * warm ones as far as the configured share of all writes allows, and remembers the others. Not thread-safe.
 */
final class MiniSsd {
    private static final int MAX_RECENCY = 3;
    private static final int RECENCY = 0x3;
    private static final int PRESENT = 0x4;
    private static final int CAME_FROM_HERE = 0x8;

    /** The segments of a full tier; each ends with a new average of what reclaim drops. */
    private static final int SEGMENTS = 64;
    /** The number of passes over all rows per lap of the log. */
    private static final int PASSES = 16;
    /** The mean recency of all rows above which every pass ages them. */
    private static final double SATURATED = 1.25;
    /** The number of segments over which averages are taken. */
    private static final double SMOOTHING = 4;
    /** The lower bound of a write's worth. */
    private static final double MIN_WORTH = 1.0 / 16;

    private final SampledKeys keys;
    private final TierPolicy policy;
    private final KeyLists log;
    private final byte[] states;
    private final short[] rememberedAt;

    private double capacityBytes;
    private double ghostRows;
    private double bytes;
    private int ghostClock = Short.MIN_VALUE;
    private double creditBytes;
    private double unwanted = 1;
    private double worthSum;

    private final double[] reclaimedAtRecency = new double[MAX_RECENCY + 1];
    private double reclaimedBytes;
    private double keptBytes;
    private double lostBytes;
    private double bytesOfPass;
    private int passes;

    MiniSsd(SampledKeys keys, TierPolicy policy) {
        this.keys = keys;
        this.policy = policy;
        this.log = new KeyLists(keys.capacity(), 1);
        this.states = new byte[keys.capacity()];
        this.rememberedAt = new short[keys.capacity()];
    }

    /**
     * Sets the capacity.
     *
     * @param bytesOfRows bytes of the sampled rows that there is room for
     * @param rowsOfGhosts number of sampled rows that the admission policy remembers
     */
    void setCapacity(double bytesOfRows, double rowsOfGhosts) {
        capacityBytes = bytesOfRows;
        ghostRows = Math.min(rowsOfGhosts, Short.MAX_VALUE);
        while (bytes > capacityBytes && log.oldest(0) != KeyLists.NONE) {
            reclaim(log.oldest(0));
        }
    }

    /** Returns the fraction of the capacity that is in use. */
    double fill() {
        return capacityBytes == 0 ? 1 : Math.min(1, bytes / capacityBytes);
    }

    boolean contains(int key) {
        return (states[key] & PRESENT) != 0;
    }

    /** Looks up a row that is not in memory, and returns whether it is here; it is then about to be promoted. */
    boolean read(int key) {
        if (!contains(key)) {
            states[key] &= ~CAME_FROM_HERE;
            return false;
        }
        states[key] |= CAME_FROM_HERE;
        warm(key);
        return true;
    }

    /** Records the first hit in memory of a row: as long as it stays there, its record is not worth keeping. */
    void cool(int key) {
        if (contains(key) && (states[key] & CAME_FROM_HERE) != 0) {
            states[key] &= ~RECENCY;
        }
    }

    /** Admits or rejects a row that was evicted from memory. */
    void offer(int key, boolean wasUsed) {
        if (contains(key)) {
            if (wasUsed) {
                warm(key);
            }
            return;
        }
        int needed = keys.ssdBytes(key);
        if (needed == 0 || needed > capacityBytes) {
            return;
        }
        if (bytes + needed <= capacityBytes) {
            write(key, wasUsed ? 1 : 0);
        } else if (policy.admitsAll()) {
            write(key, wasUsed ? 1 : 0);
        } else if (isSeenTwice(key, wasUsed) && isWorthItsPlace()) {
            write(key, 1);
        } else {
            remember(key);
        }
    }

    /** Records that the row has changed on disk: a warm image is written again, any other is dropped. */
    void refresh(int key, boolean isInMemory) {
        if (contains(key)) {
            boolean isWarm = recency(key) > 0;
            remove(key);
            remember(key);
            if (!isInMemory && isWarm) {
                write(key, 0);
            }
        }
        states[key] &= ~CAME_FROM_HERE;
    }

    /** Drops a row, if it is present. */
    void drop(int key) {
        if (contains(key)) {
            remove(key);
            remember(key);
        }
    }

    /** Forgets a key that is leaving the sample. */
    void forget(int key) {
        if (contains(key)) {
            remove(key);
        }
        states[key] = 0;
        rememberedAt[key] = 0;
    }

    /** Adjusts the bytes of a row by a difference, if it is present. */
    void grow(int key, int difference) {
        if (contains(key)) {
            bytes += difference;
        }
    }

    private int recency(int key) {
        return states[key] & RECENCY;
    }

    private void warm(int key) {
        if (recency(key) < MAX_RECENCY) {
            states[key]++;
        }
    }

    private boolean isSeenTwice(int key, boolean wasUsed) {
        if (wasUsed || (states[key] & CAME_FROM_HERE) != 0) {
            return true;
        }
        boolean isRemembered = isRemembered(key);
        rememberedAt[key] = isRemembered ? 0 : nextGhost();
        return isRemembered;
    }

    private boolean isRemembered(int key) {
        return rememberedAt[key] != 0 && (short) (ghostClock - rememberedAt[key]) >= 0
                && (short) (ghostClock - rememberedAt[key]) < ghostRows;
    }

    private void remember(int key) {
        if (!isRemembered(key)) {
            rememberedAt[key] = nextGhost();
        }
    }

    private short nextGhost() {
        ghostClock++;
        if ((short) ghostClock == 0) {
            ghostClock++;
        }
        return (short) ghostClock;
    }

    private boolean isWorthItsPlace() {
        double sum = worthSum + Math.max(MIN_WORTH, unwanted);
        boolean isWorthIt = sum >= 1;
        worthSum = isWorthIt ? sum - 1 : sum;
        return isWorthIt;
    }

    private void write(int key, int recency) {
        int needed = keys.ssdBytes(key);
        double copies = policy.reinsertedShare();
        creditBytes = Math.min(capacityBytes * copies, creditBytes + needed * copies / (1 - copies));
        append(key, recency);
        while (bytes > capacityBytes) {
            reclaim(log.oldest(0));
        }
    }

    private void append(int key, int recency) {
        log.add(0, key);
        states[key] = (byte) ((states[key] & ~RECENCY) | PRESENT | recency);
        bytes += keys.ssdBytes(key);
        keys.hold(key);
    }

    private void remove(int key) {
        log.remove(key);
        states[key] &= ~(PRESENT | RECENCY);
        bytes -= keys.ssdBytes(key);
        keys.letGo(key);
    }

    private void reclaim(int key) {
        int recency = recency(key);
        int rowBytes = keys.ssdBytes(key);
        reclaimedAtRecency[recency] += rowBytes;
        reclaimedBytes += rowBytes;
        bytesOfPass += rowBytes;
        boolean isKept = recency >= threshold() && creditBytes >= rowBytes;
        remove(key);
        if (isKept) {
            creditBytes -= rowBytes;
            keptBytes += rowBytes;
            append(key, recency);
        } else if (recency > 0) {
            lostBytes += recency == 1 ? rowBytes / 2.0 : rowBytes;
            remember(key);
        }
        endSegment();
        endPass();
    }

    /** Returns the lowest recency that reclaim keeps: at or above it were as many bytes lately as may be kept. */
    private int threshold() {
        double all = 0;
        for (double atRecency : reclaimedAtRecency) {
            all += atRecency;
        }
        int threshold = MAX_RECENCY;
        double atLeast = reclaimedAtRecency[MAX_RECENCY];
        while (threshold > 1 && atLeast < policy.reinsertedShare() * all) {
            threshold--;
            atLeast += reclaimedAtRecency[threshold];
        }
        return threshold;
    }

    private void endSegment() {
        if (reclaimedBytes < capacityBytes / SEGMENTS) {
            return;
        }
        double unwantedNow = reclaimedBytes <= keptBytes ? 1 : 1 - lostBytes / (reclaimedBytes - keptBytes);
        unwanted += (unwantedNow - unwanted) / SMOOTHING;
        reclaimedBytes = 0;
        keptBytes = 0;
        lostBytes = 0;
        for (int recency = 0; recency <= MAX_RECENCY; recency++) {
            reclaimedAtRecency[recency] *= 1 - 1 / SMOOTHING;
        }
    }

    /** Ages all rows once per lap of the log, and at every pass while most of them are warm. */
    private void endPass() {
        if (bytesOfPass < capacityBytes / PASSES) {
            return;
        }
        bytesOfPass = 0;
        passes++;
        int rows = 0;
        int recencies = 0;
        for (int key = log.oldest(0); key != KeyLists.NONE; key = log.newer(key)) {
            rows++;
            recencies += recency(key);
        }
        if (passes >= PASSES || recencies > SATURATED * rows) {
            passes = 0;
            for (int key = log.oldest(0); key != KeyLists.NONE; key = log.newer(key)) {
                states[key] -= recency(key) > 0 ? 1 : 0;
            }
        }
    }
}
