package org.ssdtier.rowcache.admission;

/**
 * The policy that admits every image while the log has room and, after that, only images seen twice. An image was seen
 * twice if its row was requested again in memory, was read from the SSD before, or is evicted a second time while the
 * {@link GhostFilter} still holds its hash (as in 2Q; Johnson and Shasha 1994).
 *
 * <p>A write displaces records that reclaim drops. The larger the wanted share of these, the less a write is worth, and
 * the fewer of the images seen twice are admitted.
 */
final class SecondSight implements AdmissionPolicy {
    /** The number of reclaims over which the worth of a write is averaged. */
    private static final double SMOOTHING = 4;
    /** The lower bound of a write's worth, so that new rows are admitted even if all displaced records are wanted. */
    private static final double MIN_WORTH = 1.0 / 16;

    private final GhostFilter ghosts;
    /** The average share of unwanted bytes; written by the thread that reclaims, and by {@link #forget}. */
    private volatile double unwanted = 1;
    /** The accumulated worth of writes. Not volatile: a lost update admits one row more or less. */
    private double worthSum;

    SecondSight(int ghostWords) {
        this.ghosts = new GhostFilter(ghostWords);
    }

    @Override
    public Verdict decide(long hash, boolean isKnown, boolean hasRoom) {
        if (hasRoom) {
            return Verdict.ADMITTED;
        }
        boolean isSeenTwice = isKnown || ghosts.recordSighting(hash);
        if (isSeenTwice && isWorthItsPlace()) {
            return Verdict.ADMITTED_AS_WANTED;
        }
        ghosts.remember(hash);
        return Verdict.REJECTED;
    }

    @Override
    public void remember(long hash) {
        ghosts.remember(hash);
    }

    @Override
    public void reclaimed(double unwantedShare) {
        assert unwantedShare <= 1 : "unwanted share=" + unwantedShare;
        double before = unwanted;
        unwanted = before + (unwantedShare - before) / SMOOTHING;
    }

    @Override
    public void forget() {
        ghosts.clear();
        unwanted = 1;
        worthSum = 0;
    }

    @Override
    public long sizeBytes() {
        return ghosts.sizeBytes();
    }

    /**
     * Returns true for a fraction of the calls that equals the worth of a write: every second time if half of the bytes
     * that a write displaces were wanted.
     */
    private boolean isWorthItsPlace() {
        assert worthSum >= 0 && worthSum < 1 : "sum=" + worthSum;
        double sum = worthSum + Math.max(MIN_WORTH, unwanted);
        boolean isWorthIt = sum >= 1;
        worthSum = isWorthIt ? sum - 1 : sum;
        return isWorthIt;
    }
}
