package org.ssdtier.benchmarks.ssdsize;

import org.ssdtier.benchmarks.cli.Allowed;
import picocli.CommandLine.Option;

/** The options of prices, in any currency. They decide nothing that is measured and may change in a directory. */
final class PriceOptions {
    @Option(
            names = "--price-ram",
            paramLabel = "PRICE",
            description = "Price of a gigabyte of memory (default: ${DEFAULT-VALUE}, an assumption as all prices).")
    private double ram = 3;

    @Option(
            names = "--price-ssd",
            paramLabel = "PRICE",
            description = "Price of a gigabyte of a local SSD (default: ${DEFAULT-VALUE}).")
    private double ssd = 0.10;

    @Option(
            names = "--price-data",
            paramLabel = "PRICE",
            description = "Price of a gigabyte of the slow drives (default: ${DEFAULT-VALUE}).")
    private double data = 0.02;

    @Option(
            names = "--price-iops",
            paramLabel = "PRICE",
            description =
                    "Price of a request per second of a volume beyond those included (default: ${DEFAULT-VALUE}).")
    private double iops = 0.005;

    @Option(
            names = "--data-gb",
            paramLabel = "N",
            description = "Gigabytes of data of the node that is priced (default: ${DEFAULT-VALUE}).")
    private long dataGb = 2_000;

    /**
     * Returns the prices.
     *
     * @throws IllegalArgumentException if one is out of range
     */
    Prices prices() {
        Allowed.positive("price-ram", ram);
        Allowed.positive("price-ssd", ssd);
        Allowed.positive("price-data", data);
        Allowed.require(iops >= 0, "price-iops", iops, "0 or more");
        Allowed.atLeast("data-gb", dataGb, 1);
        return new Prices(ram, ssd, data, iops, dataGb);
    }
}
