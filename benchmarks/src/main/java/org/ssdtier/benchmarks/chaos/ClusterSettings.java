package org.ssdtier.benchmarks.chaos;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.List;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeSettings;

/**
 * The settings of all nodes of the cluster, stock or not.
 *
 * @param options number and heap of the nodes
 * @param ports address and ports of each place for a node
 * @param rackFile file with datacentre and rack, on the machine of each node
 */
record ClusterSettings(ChaosOptions options, List<NodePorts> ports, Path rackFile) {
    /** The content of {@link #rackFile}. */
    static final String RACK = "dc=datacenter1\nrack=rack1\n";

    ClusterSettings {
        ports = List.copyOf(ports);
    }

    /**
     * Returns the settings of a node.
     *
     * @param place number of its place, from 0
     * @param home directory of the node
     */
    NodeSettings.Builder of(int place, Path home) {
        return NodeSettings.in(home)
                .heap(options.heap())
                .ports(ports.get(place))
                .member(ports.get(0), List.of(token(place)))
                // longer than gossip and writes under way when a node joins or leaves; the last option counts
                .jvmOption("-Dcassandra.ring_delay_ms=10000")
                // a read at ONE is answered by the node that the client has chosen
                .yaml("endpoint_snitch", "GossipingPropertyFileSnitch")
                .jvmOption("-Dcassandra-rackdc.properties=" + rackFile.toUri())
                .yaml("dynamic_snitch", "false")
                // a killed node has every write that it has acknowledged
                .yaml("commitlog_sync", "batch")
                .yaml("commitlog_sync_period", "0ms")
                .yaml("auto_snapshot", "false")
                .yaml("storage_compatibility_mode", "UPGRADING")
                // lightweight transactions stay linearizable while nodes join and leave
                .yaml("paxos_variant", "v2")
                .yaml("concurrent_reads", "16")
                .yaml("read_request_timeout", "20s")
                .yaml("write_request_timeout", "20s")
                // the same for lightweight transactions: all nodes share the cores of this machine
                .yaml("cas_contention_timeout", "20s");
    }

    /** Returns the token of a place: the first nodes have even parts of the ring, the others halve some. */
    private String token(int place) {
        BigInteger whole = BigInteger.TWO.pow(Long.SIZE);
        long at = place < options.nodes() ? 2L * place + 1 : 2L * (place - options.nodes()) + 2;
        return BigInteger.valueOf(Long.MIN_VALUE)
                .add(whole.multiply(BigInteger.valueOf(at)).divide(BigInteger.valueOf(2L * options.nodes())))
                .toString();
    }
}
