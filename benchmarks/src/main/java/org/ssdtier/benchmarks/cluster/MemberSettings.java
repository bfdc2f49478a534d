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
        DriveTime time = plan.scale().time();
        return NodeSettings.in(home)
                .ports(ports.get(number))
                .member(
                        number == 0 ? null : ports.get(0),
                        plan.tokens().ofNodes().get(number))
                .heap(plan.scale().heapMebibytes() + "M")
                .yaml("auto_snapshot", "false")
                .yaml("hinted_handoff_enabled", "false")
                .yaml("commitlog_sync_period", time.syncPeriod())
                .yaml("periodic_commitlog_sync_lag_block", time.syncLag())
                .yaml("concurrent_reads", Integer.toString(ClusterPlan.CONCURRENT_READS))
                .yaml("read_request_timeout", time.timeout())
                .yaml("write_request_timeout", time.timeout())
                // otherwise it bounds all others
                .yaml("native_transport_timeout", time.timeout())
                .yaml("slow_query_log_timeout", "0ms")
                // it follows latencies by the clock: with dilated drives its choices would change faster than on real
                // ones
                .yaml("dynamic_snitch", "false");
    }

    /** Returns the ports of the member to which clients connect first. */
    NodePorts contact() {
        return ports.get(0);
    }
}
