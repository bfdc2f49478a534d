package org.ssdtier.rowcache.curve;

/**
 * A miniature of the memory tier of one size, and of SSD tiers of several sizes behind it. They share the one of the
 * memory tier, whose content does not depend on what is behind it. Not thread-safe.
 */
final class MiniTiers {
    private final SampledKeys keys;
    private final double memoryFactor;
    private final double[] ssdFactors;
    private final MiniMemory memory;
    private final MiniSsd[] ssds;

    /**
     * Creates miniatures without capacity.
     *
     * @param memoryFactor factor of today's size of the memory tier
     * @param ssdFactors factors of today's size of the SSD tier
     */
    MiniTiers(SampledKeys keys, TierPolicy policy, double memoryFactor, double... ssdFactors) {
        this.keys = keys;
        this.memoryFactor = memoryFactor;
        this.ssdFactors = ssdFactors.clone();
        this.ssds = new MiniSsd[ssdFactors.length];
        for (int ssd = 0; ssd < ssds.length; ssd++) {
            ssds[ssd] = new MiniSsd(keys, policy);
        }
        this.memory = new MiniMemory(keys, this::evicted);
    }

    /** Returns the number of miniatures of the SSD tier. */
    int ssds() {
        return ssds.length;
    }

    double memoryFactor() {
        return memoryFactor;
    }

    double ssdFactor(int ssd) {
        return ssdFactors[ssd];
    }

    /** Returns the fraction of the capacity of an SSD tier that is in use. */
    double fill(int ssd) {
        return ssds[ssd].fill();
    }

    /** Sets the capacities: today's, multiplied by the factors and the rate of the sample. */
    void resize(TierSizes today, double rate) {
        for (int ssd = 0; ssd < ssds.length; ssd++) {
            double scale = ssdFactors[ssd] * rate;
            ssds[ssd].setCapacity(today.ssdBytes() * scale, today.ghostRows() * scale);
        }
        memory.setCapacity(today.memoryBytes() * memoryFactor * rate);
    }

    /**
     * Reads a row.
     *
     * @param isPut whether a row that is not in memory comes there
     * @return the misses: bit 0 of the memory tier, bit 1 and following of both tiers, by SSD tier
     */
    int read(int key, boolean isPut) {
        if (memory.contains(key)) {
            if (memory.hit(key)) {
                for (MiniSsd ssd : ssds) {
                    ssd.cool(key);
                }
            }
            return 0;
        }
        int misses = 1;
        for (int ssd = 0; ssd < ssds.length; ssd++) {
            misses |= ssds[ssd].read(key) ? 0 : 2 << ssd;
        }
        if (isPut) {
            memory.put(key);
        }
        return misses;
    }

    /** Puts a row into memory, if it is not there. */
    void put(int key) {
        if (!memory.contains(key)) {
            memory.put(key);
        }
    }

    /** Records that a row has changed on disk and its images are merged with the change. */
    void refresh(int key) {
        boolean isInMemory = memory.contains(key);
        for (MiniSsd ssd : ssds) {
            ssd.refresh(key, isInMemory);
        }
    }

    /** Drops a row from every tier. */
    void drop(int key) {
        memory.remove(key);
        for (MiniSsd ssd : ssds) {
            ssd.drop(key);
        }
    }

    /** Forgets a key that is leaving the sample. */
    void forget(int key) {
        memory.forget(key);
        for (MiniSsd ssd : ssds) {
            ssd.forget(key);
        }
    }

    /** Adjusts the capacity in use to a row that has grown by these bytes, or shrunk. */
    void grow(int key, int inMemory, int onSsd) {
        memory.grow(key, inMemory);
        for (MiniSsd ssd : ssds) {
            ssd.grow(key, onSsd);
        }
    }

    private void evicted(int key, boolean wasUsed) {
        for (MiniSsd ssd : ssds) {
            ssd.offer(key, wasUsed);
        }
    }
}
