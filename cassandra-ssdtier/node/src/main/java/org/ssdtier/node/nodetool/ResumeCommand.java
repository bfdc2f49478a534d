package org.ssdtier.node.nodetool;

import io.airlift.airline.Command;
import org.apache.cassandra.tools.NodeProbe;
import org.ssdtier.rowcache.cassandra.SsdRowCacheMBean;

/** The command {@code nodetool ssdrowcache resume}. */
@Command(name = "resume", description = "Resume reading and writing the SSD after pause")
public final class ResumeCommand extends TierCommand {
    @Override
    void run(NodeProbe probe, SsdRowCacheMBean tier) {
        tier.resume();
        probe.output().out.println("SSD row cache: " + tier.getState());
    }
}
