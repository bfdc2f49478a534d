package org.ssdtier.node.nodetool;

import io.airlift.airline.Command;
import io.airlift.airline.Option;
import java.util.Map;
import org.apache.cassandra.tools.NodeProbe;
import org.apache.cassandra.utils.JsonUtils;
import org.ssdtier.rowcache.cassandra.SsdRowCacheMBean;

/** The command {@code nodetool ssdrowcache curve}. */
@Command(name = "curve", description = "Print the hit rates that other sizes of memory and SSD would have")
public final class CurveCommand extends TierCommand {
    @Option(name = "--json", description = "Print one JSON object: the sample, and the points by size of each tier")
    private boolean json = false;

    @Option(
            name = "--restart",
            description = "Begin the estimate anew, because the workload has changed; earlier reads do not count")
    private boolean restart = false;

    @Override
    void run(NodeProbe probe, SsdRowCacheMBean tier) {
        if (restart) {
            tier.restartCurve();
        }
        Map<String, Object> curve = tier.getCurve();
        probe.output().out.print(json ? JsonUtils.writeAsPrettyJsonString(curve) + "\n" : CurveReport.text(curve));
    }
}
