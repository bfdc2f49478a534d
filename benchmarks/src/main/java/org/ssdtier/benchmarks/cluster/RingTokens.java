package org.ssdtier.benchmarks.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The tokens of all nodes. They are fixed, so that the nodes of every arm own the rows of the same snapshot.
 *
 * <p>The ring has as many even parts as there are tokens. Each part has one token at a random place of its first half,
 * of the nodes in turn. So the nodes own about equal shares of the ring, as with Cassandra's own allocation of tokens.
 *
 * @param ofNodes the tokens of each node, ascending
 */
record RingTokens(List<List<String>> ofNodes) {
    /** Tokens of each node: Cassandra's default. */
    static final int VNODES = 16;

    /** Copies the lists. */
    RingTokens {
        ofNodes = ofNodes.stream().map(List::copyOf).toList();
    }

    /** Returns the tokens for a seed. */
    static RingTokens of(long seed) {
        Random random = new Random(seed);
        List<List<String>> ofNodes = new ArrayList<>();
        for (int node = 0; node < ClusterScale.NODES; node++) {
            ofNodes.add(new ArrayList<>());
        }
        // 2^64 / 64 = 2^58; the last part ends at the largest token
        long part = Long.divideUnsigned(-1, (long) VNODES * ClusterScale.NODES) + 1;
        long begin = Long.MIN_VALUE;
        for (int number = 0; number < VNODES * ClusterScale.NODES; number++) {
            // Long.MIN_VALUE is no token
            long token = begin + 1 + random.nextLong(part / 2);
            ofNodes.get(number % ClusterScale.NODES).add(Long.toString(token));
            begin += part;
        }
        return new RingTokens(ofNodes);
    }
}
