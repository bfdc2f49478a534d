package org.ssdtier.node.nodetool;

import io.airlift.airline.Command;
import io.airlift.airline.Option;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.cassandra.tools.NodeProbe;
import org.apache.cassandra.utils.JsonUtils;
import org.ssdtier.rowcache.cassandra.SsdRowCacheMBean;

/** The command {@code nodetool ssdrowcache stats}. */
@Command(name = "stats", description = "Print the state and statistics of the SSD row cache")
public final class StatsCommand extends TierCommand {
    @Option(name = "--json", description = "Print one JSON object: state, all figures and ratios by name, settings")
    private boolean json = false;

    @Override
    void run(NodeProbe probe, SsdRowCacheMBean tier) {
        String state = tier.getState();
        Map<String, Long> figures = tier.getStatistics();
        Map<String, Double> ratios = tier.getRatios();
        if (json) {
            Map<String, Object> all = new LinkedHashMap<>();
            all.put("state", state);
            all.put("outageReason", tier.getOutageReason());
            all.put("nextAttemptMillis", tier.getNextAttemptMillis());
            all.putAll(figures);
            all.putAll(ratios);
            all.put("settings", tier.getSettings());
            probe.output().out.println(JsonUtils.writeAsPrettyJsonString(all));
        } else {
            probe.output().out.print(StatsReport.text(state + outage(tier), figures, ratios, tier.getSettings()));
        }
    }

    /** Returns the reason of an outage and the time to the next attempt, to be appended to the state; empty if there is none. */
    private static String outage(SsdRowCacheMBean tier) {
        long nextMillis = tier.getNextAttemptMillis();
        return nextMillis < 0
                ? ""
                : String.format(Locale.ROOT, ", %s; next attempt in %.1f s", tier.getOutageReason(), nextMillis / 1e3);
    }
}
