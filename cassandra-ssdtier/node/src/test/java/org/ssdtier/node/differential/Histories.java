package org.ssdtier.node.differential;

import org.apache.cassandra.io.sstable.Descriptor;
import org.ssdtier.keyindex.KeyIndexes;
import org.ssdtier.keyindex.cassandra.KeyIndexKeeper;
import org.ssdtier.node.embedded.EmbeddedNode;
import org.ssdtier.segmentlog.seeds.Seeds;

/**
 * A runner of random histories of one subject, in rounds of {@value Round#HISTORIES} histories.
 *
 * <p>{@code -Dssdtier.NAME.histories=N} sets the number of histories, {@code -Dssdtier.NAME.seconds=N} the shortest run time,
 * {@code -Dssdtier.NAME.seed=N} the seed of the first round; {@code -Dssdtier.NAME.only=N} plays only that history of each round.
 * Each round has one of the {@link Seeds}: {@code -Dssdtier.seeds=N} plays N rounds, {@code -Dssdtier.seed=N} sets the first seed.
 */
final class Histories {
    private static final String MODULE = "cassandra-ssdtier/node";

    private Histories() {}

    /**
     * Plays at least one round.
     *
     * @param subject feature that only the first twin has
     * @param name name in the properties
     * @param test test that plays the histories
     * @param usualCount number of histories if the property is not set
     * @return the total counts
     * @throws AssertionError if the twins differ; names the seed of the round
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
        KeyIndexes<Descriptor> keyIndexes = KeyIndexKeeper.current();
        if (keyIndexes != null) {
            System.out.println(name + ": key indexes " + keyIndexes.stats());
        }
        return totals;
    }
}
