package org.ssdtier.benchmarks.ssdsize;

/**
 * Prices in any currency, for any time: those of a purchase, or of a month.
 *
 * @param ramPerGb price of a gigabyte of memory
 * @param ssdPerGb price of a gigabyte of a local SSD
 * @param dataPerGb price of a gigabyte of the slow drives
 * @param perIops price of each request per second of a volume beyond those that are included; 0 for hard disks
 * @param dataGb gigabytes of data of a node
 */
record Prices(double ramPerGb, double ssdPerGb, double dataPerGb, double perIops, long dataGb) {
    private static final double THOUSAND = 1_000;

    /**
     * Returns the price of a node's memory for caches and of its drives for each 1,000 requests per second.
     *
     * @param memoryShare memory for caches as a share of the data
     * @param ssdShare space of SSDs as a share of the data
     * @param slowShare space of slow drives as a share of the data: 1, or 0 if everything is on SSDs
     * @param paidIops requests per second of the slow drives that are paid for
     */
    double perThousand(
            double memoryShare, double ssdShare, double slowShare, double paidIops, double requestsPerSecond) {
        double price = dataGb * (memoryShare * ramPerGb + ssdShare * ssdPerGb + slowShare * dataPerGb)
                + slowShare * paidIops * perIops;
        return price / requestsPerSecond * THOUSAND;
    }
}
