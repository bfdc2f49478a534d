package org.ssdtier.node.differential;

import org.ssdtier.node.embedded.EmbeddedNode;

/**
 * Random histories of one subject, {@value Round#HISTORIES} to a round and round after round, until there are enough of them.
 *
 * <p>{@code -Dssdtier.NAME.histories=N} plays that many, {@code -Dssdtier.NAME.seconds=N} goes on for at least that long,
 * {@code -Dssdtier.NAME.seed=N} starts with that round, {@code -Dssdtier.NAME.only=N} plays of each round that history alone.
 */
final class Histories {
    private Histories() {}

    /**
     * Plays at least one round.
     *
     * @param subject what the first twin has that the second has not
     * @param name of the properties
     * @param usualCount how many histories, without the property
     * @return what they did, all together
     * @throws AssertionError naming the seed of the first round whose twins differ
     */
    static Totals play(Round.Subject subject, String name, long usualCount) {
        EmbeddedNode node = EmbeddedNode.start();
        String prefix = "ssdtier." + name;
        long firstSeed = Long.getLong(prefix + ".seed", System.nanoTime() >>> 16);
        long count = Long.getLong(prefix + ".histories", usualCount);
        int only = Integer.getInteger(prefix + ".only", Round.ALL);
        long endNanos = System.nanoTime() + Long.getLong(prefix + ".seconds", 0) * 1_000_000_000L;
        Totals totals = new Totals();
        do {
            long seed = firstSeed + totals.rounds;
            try {
                new Round(node, subject, seed, totals).play(only);
            } catch (AssertionError e) {
                throw new AssertionError("-D" + prefix + ".seed=" + seed + " " + e.getMessage(), e);
            }
        } while (totals.histories < count || System.nanoTime() - endNanos < 0);
        System.out.println(name + ": first seed=" + firstSeed + " " + totals);
        return totals;
    }
}
