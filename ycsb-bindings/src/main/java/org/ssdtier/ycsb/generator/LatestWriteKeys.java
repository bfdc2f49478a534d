package org.ssdtier.ycsb.generator;

import java.util.SplittableRandom;

/**
 * A {@code latest} distribution that also follows updates: the record written last is the most popular, whether it was
 * inserted or updated. The popular records depend on the order in which threads write. With several threads, two runs
 * with the same seed therefore differ.
 */
public final class LatestWriteKeys implements KeyChooser {
    private final long first;
    private final Zipf zipf;
    private final RecencyOrder order;

    /**
     * Creates a chooser among consecutive records, assumed to be written in the order of their numbers.
     *
     * @param first first record
     * @param count number of records, at least 1
     * @param exponent exponent of the Zipf distribution
     */
    public LatestWriteKeys(long first, int count, double exponent) {
        this.first = first;
        this.zipf = new Zipf(exponent);
        this.order = new RecencyOrder(count);
    }

    @Override
    public long next(SplittableRandom random) {
        return first + order.at(Math.toIntExact(zipf.next(random, order.size())));
    }

    @Override
    public long ofRank(long rank) {
        return first + order.at(Math.toIntExact(rank));
    }

    @Override
    public void inserted(long record) {
        order.grow(Math.toIntExact(record - first + 1));
    }

    @Override
    public void updated(long record) {
        order.touch(Math.toIntExact(record - first));
    }
}
