package org.ssdtier.benchmarks.ssdsize;

import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.cli.Allowed;
import picocli.CommandLine.Option;

/** The options of prices, in any currency. They decide nothing that is measured and may change in a directory. */
final class PriceOptions {
    private static final double HARD_DISK = 0.02;
    private static final double VOLUME = 0.08;

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
            description = "Price of a gigabyte of the slow drives (default: 0.02 for hard disks, 0.08 for volumes).")
    private @Nullable Double data;

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
     * @param isVolume whether the slow drives are network volumes
     * @throws IllegalArgumentException if one is out of range
     */
    Prices prices(boolean isVolume) {
        double ofData = data == null ? isVolume ? VOLUME : HARD_DISK : data;
        Allowed.positive("price-ram", ram);
        Allowed.positive("price-ssd", ssd);
        Allowed.positive("price-data", ofData);
        Allowed.require(iops >= 0, "price-iops", iops, "0 or more");
        Allowed.atLeast("data-gb", dataGb, 1);
        return new Prices(ram, ssd, ofData, iops, dataGb);
    }
}
