package org.ssdtier.benchmarks.chaos;

import java.io.IOException;

/** The places for nodes of the cluster. */
interface NodeSource {
    /**
     * Returns a node that is down, without data.
     *
     * @param place number of its place, from 0; the others meet the node in place 0 first
     * @param isFirst whether the node is one of those with which the cluster begins; any other one joins it
     */
    ChaosNode node(int place, boolean isFirst) throws IOException;
}
