package org.ssdtier.benchmarks.cluster;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.benchmarks.node.NodeSettings;

/**
 * The settings that the members of a cluster share, with and without drives of their own.
 *
 * @param plan sizes and tokens
 * @param ports address and ports of each member: 127.0.0.1 to 127.0.0.4
 */
record MemberSettings(ClusterPlan plan, List<NodePorts> ports) {
    MemberSettings {
        ports = List.copyOf(ports);
    }

    /**
     * Chooses the ports of all members.
     *
     * @throws IOException if no ports are free
     */
    static MemberSettings of(ClusterPlan plan) throws IOException {
        List<NodePorts> ports = new ArrayList<>();
        for (int number = 0; number < ClusterScale.NODES; number++) {
            ports.add(NodePorts.free("127.0.0." + (number + 1)));
        }
        return new MemberSettings(plan, ports);
    }

    /**
     * Returns the settings of a member.
     *
     * @param number number of the member, from 0
     * @param home directory of the node
     */
    NodeSettings.Builder of(int number, Path home) {
        return NodeSettings.in(home)
                .ports(ports.get(number))
                .member(
                        number == 0 ? null : ports.get(0),
                        plan.tokens().ofNodes().get(number))
                .heap(plan.scale().heapMebibytes() + "M")
                .yaml("auto_snapshot", "false")
                .yaml("hinted_handoff_enabled", "false")
                // by default every 10 s, so that a slot of a few seconds would have one or none
                .yaml("commitlog_sync_period", "1s")
                // as by default: the lag of a sync after which writes wait
                .yaml("periodic_commitlog_sync_lag_block", "15s")
                .yaml("concurrent_reads", Integer.toString(ClusterPlan.CONCURRENT_READS))
                // a timeout on slow drives would be a failed request, or a replica without the write
                .yaml("read_request_timeout", "30s")
                .yaml("write_request_timeout", "30s");
    }

    /** Returns the ports of the member to which clients connect first. */
    NodePorts contact() {
        return ports.get(0);
    }
}
