package org.ssdtier.benchmarks.stale;

import com.datastax.oss.driver.api.core.CqlSession;
import org.ssdtier.benchmarks.node.NodeHome;
import org.ssdtier.benchmarks.node.NodeJmx;

/**
 * A running node to probe. Its owner closes the connections.
 *
 * @param home directory of the node
 * @param session driver session with the node
 * @param jmx JMX connection to the node
 */
public record ProbedNode(NodeHome home, CqlSession session, NodeJmx jmx) {
    void createKeyspace(String name) {
        session.execute(
                "CREATE KEYSPACE " + name + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
    }
}
