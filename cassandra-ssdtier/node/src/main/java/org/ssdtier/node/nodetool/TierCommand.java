package org.ssdtier.node.nodetool;

import java.io.IOException;
import java.io.UncheckedIOException;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.apache.cassandra.tools.NodeProbe;
import org.apache.cassandra.tools.NodeTool.NodeToolCmd;
import org.ssdtier.rowcache.cassandra.SsdRowCacheMBean;

/** A command to the SSD row cache of a node, sent through its MBean. */
public abstract class TierCommand extends NodeToolCmd {
    /** For subclasses. */
    protected TierCommand() {}

    @Override
    protected final void execute(NodeProbe probe) {
        run(probe, tier(probe.getMbeanServerConn()));
    }

    /**
     * Runs the command. {@code IllegalArgumentException} and {@code IllegalStateException}, including those of the node, are shown to
     * the user without a stack trace.
     */
    abstract void run(NodeProbe probe, SsdRowCacheMBean tier);

    private static SsdRowCacheMBean tier(MBeanServerConnection connection) {
        try {
            ObjectName name = new ObjectName(SsdRowCacheMBean.NAME);
            if (!connection.isRegistered(name)) {
                throw new IllegalStateException(
                        "This node runs without the SSD row cache. To switch it on: "
                                + "000-cassandra-ssdtier-*.jar in lib/, ssd_row_cache.enabled: true and row_cache_size "
                                + "above 0 in cassandra.yaml, and a restart. If it is switched on, the node has not finished its start.");
            }
            return JMX.newMBeanProxy(connection, name, SsdRowCacheMBean.class);
        } catch (MalformedObjectNameException e) {
            throw new AssertionError(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
