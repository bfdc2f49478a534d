package org.ssdtier.benchmarks.smallfiles;

import java.time.Duration;
import java.util.List;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.files.cql.Connection;
import org.ssdtier.files.cql.Target;
import org.ssdtier.files.model.StoreException;

/** Static methods to connect to the store of a run. */
final class Stores {
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(60);

    private Stores() {}

    /**
     * Opens a connection; the caller closes it.
     *
     * @param ports ports of a node of the serving datacentre
     * @param others other datacentres that operations may use
     */
    static Connection connect(NodePorts ports, String... others) throws StoreException {
        Target target = new Target(
                List.of(ports.address()), ports.cql(), FilesPlan.SERVING, FilesLoad.KEYSPACE, "", "", REQUEST_TIMEOUT);
        return Connection.open(target, List.of(others));
    }
}
