package org.ssdtier.rowcache.curve;

/**
 * A miniature of the SSD tier for the sampled keys, with the policies of the tier itself: rows evicted from memory are
 * admitted while there is room, and then when they were seen twice and are worth what they displace; {@link MiniLog}
 * reclaims. Not thread-safe.
 */
final class MiniSsd {
    private static final int MAX_RECENCY = MiniLog.MAX_RECENCY;
    private static final int RECENCY = 0x3;
    private static final int PRESENT = 0x4;
    private static final int CAME_FROM_HERE = 0x8;

    /** The number of reclaims over which the worth of a write is averaged. */
    private static final double SMOOTHING = 4;
    /** The lower bound of a write's worth. */
    private static final double MIN_WORTH = 1.0 / 16;

    private final SampledKeys keys;
    private final TierPolicy policy;
    private final byte[] states;
    private final short[] rememberedAt;
    private final MiniLog log;

    private double capacityBytes;
    private double ghostRows;
    private double bytes;
    private int ghostClock;
    private double unwanted = 1;
    private double worthSum;

    MiniSsd(SampledKeys keys, TierPolicy policy) {
        this.keys = keys;
        this.policy = policy;
        this.states = new byte[keys.capacity()];
        this.rememberedAt = new short[keys.capacity()];
        this.log = new MiniLog(keys, states, policy.reinsertedShare(), new MiniLog.Reclaimed() {
            @Override
            public void dropped(int key, boolean wasWanted) {
                remove(key);
                if (wasWanted) {
                    remember(key);
                }
            }

            @Override
            public void ended(double unwantedShare) {
                unwanted += (unwantedShare - unwanted) / SMOOTHING;
            }
        });
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
        log.setCapacity(bytesOfRows);
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
            clear(key, CAME_FROM_HERE);
            return false;
        }
        states[key] = (byte) (states[key] | CAME_FROM_HERE);
        warm(key);
        return true;
    }

    /** Records the first hit in memory of a row: as long as it stays there, its record is not worth keeping. */
    void cool(int key) {
        if (contains(key) && (states[key] & CAME_FROM_HERE) != 0) {
            clear(key, RECENCY);
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
        if (needed == 0 || !log.canHold(needed)) {
            return;
        }
        if (policy.admitsAll() || log.hasRoom()) {
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
            boolean isWarm = (states[key] & RECENCY) > 0;
            drop(key);
            if (!isInMemory && isWarm) {
                write(key, 0);
            }
        }
        clear(key, CAME_FROM_HERE);
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

    private void clear(int key, int bits) {
        states[key] = (byte) (states[key] & ~bits);
    }

    private void warm(int key) {
        if ((states[key] & RECENCY) < MAX_RECENCY) {
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
        int age = (short) (ghostClock - rememberedAt[key]);
        return rememberedAt[key] != 0 && age >= 0 && age < ghostRows;
    }

    private void remember(int key) {
        if (!isRemembered(key)) {
            rememberedAt[key] = nextGhost();
        }
    }

    private short nextGhost() {
        ghostClock++;
        if ((short) ghostClock == 0) {
            ghostClock++; // 0 means not remembered
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
        log.write(key);
        states[key] = (byte) ((states[key] & ~RECENCY) | PRESENT | recency);
        bytes += keys.ssdBytes(key);
        keys.hold(key);
    }

    private void remove(int key) {
        log.remove(key);
        clear(key, PRESENT | RECENCY);
        bytes -= keys.ssdBytes(key);
        keys.letGo(key);
    }
}
