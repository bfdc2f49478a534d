package org.ssdtier.benchmarks.tier.probe;

/**
 * The extent of the measurements of a probe.
 *
 * @param ssdHitEntries number of rows on the SSD for the hit rates
 * @param indexEntries number of entries of the full index
 * @param absentLookups number of look-ups of absent keys
 * @param writes number of rows written once for the write amplification
 * @param mixRows number of rows under the mix of reads and updates for the write amplification
 * @param memoryRows a fifth of the number of rows with which the memory per row is measured
 * @param flushKeys default number of keys of a flush
 * @param rounds number of repetitions, each with all arms
 * @param roundSeconds length of one repetition of an arm in seconds
 */
record Scale(
        long ssdHitEntries,
        long indexEntries,
        long absentLookups,
        long writes,
        long mixRows,
        int memoryRows,
        int flushKeys,
        int rounds,
        double roundSeconds) {
    private static final Scale SMALL = new Scale(200_000, 500_000, 1_000_000, 600_000, 240_000, 20_000, 50_000, 3, 0.5);
    private static final Scale FULL =
            new Scale(1_500_000, 10_000_000, 10_000_000, 3_000_000, 1_200_000, 100_000, 1_000_000, 9, 2);

    /**
     * Returns a scale.
     *
     * @param name {@code small} or {@code full}
     * @throws IllegalArgumentException if the name is another
     */
    static Scale named(String name) {
        return switch (name) {
            case "small" -> SMALL;
            case "full" -> FULL;
            default -> throw new IllegalArgumentException("scale=" + name + ", allowed small | full");
        };
    }
}
