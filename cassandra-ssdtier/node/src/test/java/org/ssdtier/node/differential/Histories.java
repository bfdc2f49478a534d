package org.ssdtier.node.differential;

import org.ssdtier.node.embedded.EmbeddedNode;
import org.ssdtier.segmentlog.seeds.Seeds;

/**
 * Random histories of one subject, {@value Round#HISTORIES} to a round and round after round, until there are enough of them.
 *
 * <p>{@code -Dssdtier.NAME.histories=N} plays that many, {@code -Dssdtier.NAME.seconds=N} goes on for at least that long,
 * {@code -Dssdtier.NAME.seed=N} starts with that round, {@code -Dssdtier.NAME.only=N} plays of each round that history alone.
 * Each round has one of the {@link Seeds}: {@code -Dssdtier.seeds=N} plays N rounds, {@code -Dssdtier.seed=N} starts with that one.
 */
final class Histories {
    private static final String MODULE = "cassandra-ssdtier/node";

    private Histories() {}

    /**
     * Plays at least one round.
     *
     * @param subject what the first twin has that the second has not
     * @param name of the properties
     * @param test the test that plays them
     * @param usualCount how many histories, without the property
     * @return what they did, all together
     * @throws AssertionError naming the seed of the first round whose twins differ
     */
    static Totals play(Round.Subject subject, String name, Class<?> test, long usualCount) {
        EmbeddedNode node = EmbeddedNode.start();
        String prefix = "ssdtier." + name;
        long count = Long.getLong(prefix + ".histories", usualCount);
        long usualFirst = Long.getLong(prefix + ".seed", System.nanoTime() >>> 16);
        Seeds seeds = Seeds.from(usualFirst, MODULE, test, (count + Round.HISTORIES - 1) / Round.HISTORIES);
        int only = Integer.getInteger(prefix + ".only", Round.ALL);
        long endNanos = System.nanoTime() + Long.getLong(prefix + ".seconds", 0) * 1_000_000_000L;
        Totals totals = new Totals();
        do {
            long seed = seeds.first() + totals.rounds;
            try {
                new Round(node, subject, seed, totals).play(only);
            } catch (AssertionError e) {
                throw seeds.failure(seed, e, "ssdtier.node.seed=" + node.seed());
            }
        } while (totals.rounds < seeds.count() || System.nanoTime() - endNanos < 0);
        System.out.println(name + ": first seed=" + seeds.first() + " " + totals);
        return totals;
    }
}
