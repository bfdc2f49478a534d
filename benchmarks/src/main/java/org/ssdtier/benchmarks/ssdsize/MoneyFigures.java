package org.ssdtier.benchmarks.ssdsize;

/**
 * The price of a setup's requests: of its memory for caches, of its SSD and of its slow drives, as shares of the data. The
 * drives allow the same requests per second for a data set of any size with the same shares. What they allow counts, not
 * what two cores have served: processors are not part of the price, and would make fast drives look dear.
 *
 * @param result the result
 */
record MoneyFigures(SizeResult result) {
    /** Returns the price of 1,000 requests per second; NaN without a result. */
    double perThousand(Setup setup, Mix mix) {
        double data = result.dataset().bytes();
        boolean isAllSsd = setup.arm().ssd == SizeArm.Ssd.DATA;
        SizeBudget budget = result.plan().budget();
        return result.prices()
                .perThousand(
                        budget.memoryBytes(setup.memoryPercent()) / data,
                        isAllSsd ? 1 : budget.ssdBytes(setup) / data,
                        isAllSsd ? 0 : 1,
                        result.plan().world().paidIops,
                        result.median(setup, mix, CellResult::allowedByDrives));
    }
}
