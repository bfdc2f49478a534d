package org.ssdtier.rowcache.curve;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Miniatures of the tiers at several sizes, run on a sample of the keys: those with a hash below a threshold. Their
 * capacities are scaled by the rate of the sample (Waldspurger, Saemundsson, Ahmad and Park, USENIX ATC 2017). The
 * number of keys is bounded: when the miniatures hold too many, the threshold is lowered and keys above it leave, as in
 * the fixed-size variant of SHARDS (Waldspurger, Park, Garthwaite and Ahmad, FAST 2015, section 3.3). When they hold few,
 * because a large table was dropped, it is raised again and the estimate begins anew. Not thread-safe.
 */
final class Miniatures {
    /** The most tables. */
    static final int MAX_TABLES = 64;
    /** The number of the table to which all those belong for which there is no room; it is in no estimate. */
    static final int OTHERS = MAX_TABLES - 1;

    /** The factor by which the rate is lowered if there are too many keys. */
    private static final double THINNING = 0.75;
    /** The number of sampled reads after which older ones count half. */
    private static final int READS_TO_HALVE = 1 << 16;
    /** The largest correction of a hit ratio. */
    private static final double MAX_CORRECTION = 0.03;
    /** The number of rows over which their bytes are averaged. */
    private static final double SMOOTHING = 256;

    private final SampledKeys keys;
    private final double maxRate;
    private final List<MiniTiers> tiers;
    private final int tallied;
    private final @Nullable Tally[] tallies = new Tally[MAX_TABLES];
    private TierSizes sizes = new TierSizes(0, 0, 0);
    private double rate;
    private long threshold;
    private int readsSinceHalving;
    private double meanMemoryBytes;
    private double meanSsdBytes;

    /**
     * Creates miniatures without capacity.
     *
     * @param maxKeys the most keys
     * @param maxRate the rate of the sample to begin with, 0 to 0.5
     * @param memoryFactors factors of today's memory tier; behind one of today's size there are SSD tiers of all sizes,
     *     behind others one of today's size
     * @param ssdFactors factors of today's SSD tier
     */
    Miniatures(int maxKeys, double maxRate, double[] memoryFactors, double[] ssdFactors, TierPolicy policy) {
        this.keys = new SampledKeys(maxKeys);
        this.maxRate = maxRate;
        this.tiers = new ArrayList<>(memoryFactors.length);
        int count = 0;
        for (double factor : memoryFactors) {
            double[] behind = factor == 1 ? ssdFactors : new double[] {1};
            tiers.add(new MiniTiers(keys, policy, factor, behind));
            count += 1 + behind.length;
        }
        this.tallied = count;
        setRate(maxRate);
    }

    /** Returns the fraction of all keys that are in the sample. */
    double rate() {
        return rate;
    }

    /** Returns the largest rate. */
    double maxRate() {
        return maxRate;
    }

    /** Returns the hash below which keys are in the sample. */
    long threshold() {
        return threshold;
    }

    /** Sets the sizes of the tiers today. */
    void resize(TierSizes today) {
        if (!today.equals(sizes)) {
            sizes = today;
            tiers.forEach(one -> one.resize(sizes, rate));
        }
    }

    /** Adds to the number of all reads of a table, sampled or not. */
    void expect(int table, long reads) {
        if (reads > 0) {
            tally(table).expect(reads * rate);
        }
    }

    /**
     * Reads a row, if its key is in the sample.
     *
     * @param isCacheable whether it comes to memory where it is not there; its bytes are then known or assumed
     */
    void read(long hash, int table, boolean isCacheable) {
        if (hash >= threshold) {
            return;
        }
        int key = keyOf(hash, table);
        int readsOfKey = keys.countRead(key);
        boolean isPut = isCacheable && hasBytes(key);
        Tally tally = tally(table);
        tally.read(readsOfKey);
        if (!isCacheable) {
            tally.miss(tallied, readsOfKey); // of the cache itself
        }
        int first = 0;
        for (MiniTiers one : tiers) {
            int misses = one.read(key, isPut);
            for (; misses != 0; misses &= misses - 1) {
                tally.miss(first + Integer.numberOfTrailingZeros(misses), readsOfKey);
            }
            first += 1 + one.ssds();
        }
        afterRead();
    }

    /** Puts a row into memory wherever it is not there, if its key is in the sample. */
    void put(long hash, int table) {
        if (hash < threshold) {
            int key = keyOf(hash, table);
            if (hasBytes(key)) {
                tiers.forEach(one -> one.put(key));
                thinIfCrowded();
            }
        }
    }

    /** Sets the bytes of a row, if its key is in the sample; {@code onSsd} is 0 if it is not written to the SSD. */
    void setBytes(long hash, int table, int inMemory, int onSsd) {
        if (hash < threshold) {
            int key = keyOf(hash, table);
            int moreInMemory = inMemory - keys.memoryBytes(key);
            int moreOnSsd = onSsd - keys.ssdBytes(key);
            keys.setBytes(key, inMemory, onSsd);
            if (moreInMemory != 0 || moreOnSsd != 0) {
                tiers.forEach(one -> one.grow(key, moreInMemory, moreOnSsd));
            }
            meanMemoryBytes += (inMemory - meanMemoryBytes) / (meanMemoryBytes == 0 ? 1 : SMOOTHING);
            meanSsdBytes += (onSsd - meanSsdBytes) / (meanSsdBytes == 0 ? 1 : SMOOTHING);
        }
    }

    /** Records that a row has changed on disk and its images are merged with the change. */
    void refresh(long hash, int table) {
        int key = keys.find(hash, table);
        if (key != KeyLists.NONE) {
            tiers.forEach(one -> one.refresh(key));
        }
    }

    /** Drops a row from every tier. */
    void drop(long hash, int table) {
        int key = keys.find(hash, table);
        if (key != KeyLists.NONE) {
            tiers.forEach(one -> one.drop(key));
        }
    }

    /** Drops all rows of a table. */
    void purge(int table) {
        for (int key = 0; key < keys.capacity(); key++) {
            if (keys.isUsed(key) && keys.table(key) == table) {
                forget(key);
            }
        }
    }

    /** Drops all rows and counts of a table. */
    void forgetTable(int table) {
        purge(table);
        tallies[table] = null;
    }

    /** Forgets the counts of all reads. */
    void forgetReads() {
        scaleTallies(0);
        readsSinceHalving = 0;
    }

    /** Returns the sum of the tallies of all tables. */
    Tally total() {
        Tally total = new Tally(tallied + 1);
        for (int table = 0; table < OTHERS; table++) {
            Tally tally = tallies[table];
            if (tally != null) {
                total.add(tally);
            }
        }
        return total;
    }

    /** Returns the counts of a table's reads. */
    Tally tally(int table) {
        Tally tally = tallies[table];
        if (tally == null) {
            tally = new Tally(tallied + 1);
            tallies[table] = tally;
        }
        return tally;
    }

    /**
     * Returns what is to be added to the hit ratios of all sizes, so that today's has that of the cache itself; at most
     * {@value #MAX_CORRECTION} either way, for the cache may be in another state than the miniatures.
     */
    double correction(Tally tally) {
        double found = 0;
        for (CurvePoint point : ssdPoints(tally, 0)) {
            found = point.factor() == 1 ? point.hitRatio() : found;
        }
        double wanted = tally.hitRatio(tallied) - found;
        return Math.max(-MAX_CORRECTION, Math.min(MAX_CORRECTION, wanted));
    }

    /** Returns the points of the curve of SSD sizes, with today's memory, for the reads of a tally. */
    List<CurvePoint> ssdPoints(Tally tally, double correction) {
        List<CurvePoint> points = new ArrayList<>();
        int first = 0;
        for (MiniTiers one : tiers) {
            for (int ssd = 0; one.memoryFactor() == 1 && ssd < one.ssds(); ssd++) {
                points.add(point(one.ssdFactor(ssd), one, ssd, first, tally, correction));
            }
            first += 1 + one.ssds();
        }
        return points;
    }

    /** Returns the points of the curve of memory sizes, with today's SSD, for the reads of a tally. */
    List<CurvePoint> memoryPoints(Tally tally, double correction) {
        List<CurvePoint> points = new ArrayList<>();
        int first = 0;
        for (MiniTiers one : tiers) {
            for (int ssd = 0; ssd < one.ssds(); ssd++) {
                if (one.ssdFactor(ssd) == 1) {
                    points.add(point(one.memoryFactor(), one, ssd, first, tally, correction));
                }
            }
            first += 1 + one.ssds();
        }
        return points;
    }

    private CurvePoint point(double factor, MiniTiers one, int ssd, int first, Tally tally, double correction) {
        double hitRatio = tally.hitRatio(first + 1 + ssd) + correction;
        return new CurvePoint(factor, tally.hitRatio(first), Math.max(0, Math.min(1, hitRatio)), one.fill(ssd));
    }

    private int keyOf(long hash, int table) {
        int key = keys.find(hash, table);
        if (key != KeyLists.NONE) {
            return key;
        }
        key = keys.add(hash, table, this::forgetInTiers);
        keys.setBytes(key, (int) meanMemoryBytes, (int) meanSsdBytes);
        return key;
    }

    private boolean hasBytes(int key) {
        return keys.memoryBytes(key) > 0;
    }

    private void afterRead() {
        thinIfCrowded();
        readsSinceHalving++;
        if (readsSinceHalving >= READS_TO_HALVE) {
            readsSinceHalving = 0;
            keys.halveCounts();
            scaleTallies(0.5);
        }
    }

    private void thinIfCrowded() {
        if (!keys.isCrowded()) {
            return;
        }
        setRate(rate * THINNING);
        for (int key = 0; key < keys.capacity(); key++) {
            if (keys.isUsed(key) && keys.hash(key) >= threshold) {
                forget(key);
            }
        }
        scaleTallies(THINNING);
        tiers.forEach(one -> one.resize(sizes, rate));
    }

    /**
     * Raises the rate if the miniatures hold far fewer keys than they could. The keys that come into the sample are in no
     * miniature yet, so the estimate begins anew.
     */
    void widenIfSparse() {
        if (rate < maxRate && keys.isSparse()) {
            setRate(Math.min(maxRate, rate * keys.roomFactor()));
            tiers.forEach(one -> one.resize(sizes, rate));
            forgetReads();
        }
    }

    private void forget(int key) {
        forgetInTiers(key);
        keys.remove(key);
    }

    private void forgetInTiers(int key) {
        tiers.forEach(one -> one.forget(key));
    }

    private void scaleTallies(double factor) {
        for (Tally tally : tallies) {
            if (tally != null) {
                tally.scale(factor);
            }
        }
    }

    private void setRate(double next) {
        rate = next;
        threshold = Long.MIN_VALUE + (long) (next * 0x1p63) * 2;
    }
}
