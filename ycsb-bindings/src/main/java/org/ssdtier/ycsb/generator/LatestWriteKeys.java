package org.ssdtier.ycsb.generator;

import java.util.SplittableRandom;

/**
 * {@code latest} that follows updates too: the record written last is the most popular, whether it was inserted or
 * updated. The order in which threads write decides what is popular, so with several threads two runs with one seed
 * differ.
 */
public final class LatestWriteKeys implements KeyChooser {
    private final long first;
    private final Zipf zipf;
    private final RecencyOrder order;

    /**
     * Chooses among consecutive records, taken to be written in the order of their numbers.
     *
     * @param first the first record
     * @param count their number, at least 1
     * @param exponent of the Zipf distribution
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
    public void inserted(long record) {
        order.grow(Math.toIntExact(record - first + 1));
    }

    @Override
    public void updated(long record) {
        order.touch(Math.toIntExact(record - first));
    }
}
