package org.ssdtier.rowcache.admission;

/** The policy that admits every image. */
final class AdmitAll implements AdmissionPolicy {
    @Override
    public Verdict decide(long hash, boolean isKnown, boolean hasRoom) {
        return Verdict.ADMITTED;
    }

    @Override
    public void remember(long hash) {
        // every row is admitted anyway
    }

    @Override
    public void reclaimed(double unwantedShare) {
        // what is displaced does not matter
    }

    @Override
    public void forget() {
        // nothing is remembered
    }

    @Override
    public long sizeBytes() {
        return 0;
    }
}
