package org.ssdtier.benchmarks.chaos;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ssdtier.benchmarks.cli.Allowed;

/** A fault or a change of the cluster under load; in the order in which {@code all} plays them. */
enum ChaosFault {
    /** A node is killed, is down for a while, and comes back. */
    KILL(1),
    /** A node is stopped as an operator does, is down for a while, and comes back. */
    STOP(1),
    /** Caching is switched off and on; columns are added, dropped and added again. */
    SCHEMA(0),
    /** All tables are compacted on each node, at the same time. */
    COMPACT(0),
    /** The SSD of a node dies: it comes back with an empty one. */
    SSD_DIES(1),
    /** An old snapshot is loaded into the live tables of each node: {@code nodetool import}, then {@code refresh}. */
    SNAPSHOT(0),
    /** A node is down for longer than hints are kept; then a full repair. */
    REPAIR_FULL(1),
    /** A node is down for longer than hints are kept; then an incremental repair. */
    REPAIR_INCREMENTAL(1),
    /** The network between one node and the others is cut; clients reach all of them. */
    PARTITION(1),
    /** A node joins. */
    BOOTSTRAP(0),
    /** All nodes delete the rows that they do not own any more. */
    CLEANUP(0),
    /** A node dies with its data and is replaced by an empty one. */
    REPLACE(1),
    /** The node that joined last leaves. */
    DECOMMISSION(1),
    /** All nodes are restarted, one after the other. */
    ROLLING_RESTART(ChaosOptions.REPLICAS),
    /** The jar is removed from all nodes and installed again, one node after the other; stock nodes restart instead. */
    ROLLING_CHANGE(2 * ChaosOptions.REPLICAS);

    private static final String ALL = "all";

    /** The number of times that a node of a cluster of three ends, leaves or is cut off during the fault. */
    private final int ends;

    ChaosFault(int ends) {
        this.ends = ends;
    }

    /** Returns whether {@link #ends} is not 0, so that clients miss answers of requests under way. */
    static boolean endsNodes(String name) {
        return ends(name) > 0;
    }

    /**
     * Returns how often a node ends, leaves or is cut off during a fault.
     *
     * @param name name of the fault; 0 for the time before and after the faults, which has another
     */
    static int ends(String name) {
        return Arrays.stream(values())
                .filter(fault -> fault.toString().equals(name))
                .mapToInt(fault -> fault.ends)
                .findFirst()
                .orElse(0);
    }

    /** Returns the word on the command line and in reports. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the faults of some words, in the order given; {@code all} stands for all of them.
     *
     * @throws IllegalArgumentException if a word names none; the message has all words
     */
    static List<ChaosFault> parse(String words) {
        List<ChaosFault> faults = new ArrayList<>();
        for (String word : words.split(",", -1)) {
            List<ChaosFault> named = Arrays.stream(values())
                    .filter(fault -> word.equals(ALL) || word.equals(fault.toString()))
                    .toList();
            Allowed.require(!named.isEmpty(), "--chaos", words, words());
            faults.addAll(named);
        }
        return faults;
    }

    private static String words() {
        return ALL + ", or some of "
                + Arrays.stream(values()).map(ChaosFault::toString).collect(Collectors.joining(","));
    }
}
