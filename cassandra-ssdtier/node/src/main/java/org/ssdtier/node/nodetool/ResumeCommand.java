package org.ssdtier.node.nodetool;

import io.airlift.airline.Command;
import org.apache.cassandra.tools.NodeProbe;
import org.ssdtier.rowcache.cassandra.SsdRowCacheMBean;

/** {@code nodetool ssdrowcache resume}. */
@Command(name = "resume", description = "Read and write the SSD again after pause")
public final class ResumeCommand extends TierCommand {
    @Override
    void run(NodeProbe probe, SsdRowCacheMBean tier) {
        tier.resume();
        probe.output().out.println("SSD row cache: " + tier.getState());
    }
}
