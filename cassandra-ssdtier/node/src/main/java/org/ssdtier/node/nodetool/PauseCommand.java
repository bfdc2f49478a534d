package org.ssdtier.node.nodetool;

import io.airlift.airline.Command;
import org.apache.cassandra.tools.NodeProbe;
import org.ssdtier.rowcache.cassandra.SsdRowCacheMBean;

/** The command {@code nodetool ssdrowcache pause}. */
@Command(name = "pause", description = "Stop reading and writing the SSD; the memory tier stays in use")
public final class PauseCommand extends TierCommand {
    @Override
    void run(NodeProbe probe, SsdRowCacheMBean tier) {
        tier.pause();
        probe.output().out.println("SSD row cache: " + tier.getState());
    }
}
