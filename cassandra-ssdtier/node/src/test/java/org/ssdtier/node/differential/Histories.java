package org.ssdtier.node.differential;

import org.ssdtier.node.embedded.EmbeddedNode;

/**
 * Random histories of one subject, one after the other until their time is up.
 *
 * <p>{@code -Dssdtier.NAME.seconds=N} runs longer, {@code -Dssdtier.NAME.seed=N} starts with that history.
 */
final class Histories {
    private static final int STEPS = 150;

    private Histories() {}

    /**
     * Plays at least one history.
     *
     * @param subject what the first twin has that the second has not
     * @param name of the properties
     * @param usualSeconds how long, without the property
     * @return what they did, all together
     * @throws AssertionError naming the seed of the first history whose twins differ
     */
    static History.Totals play(History.Subject subject, String name, long usualSeconds) {
        EmbeddedNode node = EmbeddedNode.start();
        String seedProperty = "ssdtier." + name + ".seed";
        long firstSeed = Long.getLong(seedProperty, System.nanoTime() >>> 16);
        long seconds = Long.getLong("ssdtier." + name + ".seconds", usualSeconds);
        History.Totals totals = new History.Totals();
        long endNanos = System.nanoTime() + seconds * 1_000_000_000L;
        int histories = 0;
        do {
            long seed = firstSeed + histories;
            try {
                new History(node, subject, seed, totals).run(node, STEPS);
            } catch (AssertionError e) {
                throw new AssertionError("-D" + seedProperty + "=" + seed + " " + e.getMessage(), e);
            }
            histories++;
        } while (System.nanoTime() - endNanos < 0);
        System.out.println(name + ": histories=" + histories + " first seed=" + firstSeed + " " + totals);
        return totals;
    }
}
