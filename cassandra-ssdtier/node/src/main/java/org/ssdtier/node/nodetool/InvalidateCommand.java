package org.ssdtier.node.nodetool;

import io.airlift.airline.Arguments;
import io.airlift.airline.Command;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.tools.NodeProbe;
import org.ssdtier.rowcache.cassandra.SsdRowCacheMBean;

/** {@code nodetool ssdrowcache invalidate}. */
@Command(name = "invalidate", description = "Drop cached rows from memory and SSD: all, of a keyspace, or of a table")
public final class InvalidateCommand extends TierCommand {
    @Arguments(
            usage = "[<keyspace> [<table>]]",
            description = "The keyspace, and the table; all cached rows without them")
    private List<String> names = new ArrayList<>();

    @Override
    void run(NodeProbe probe, SsdRowCacheMBean tier) {
        switch (names.size()) {
            case 0 -> tier.invalidate();
            case 1 -> tier.invalidateKeyspace(names.get(0));
            case 2 -> tier.invalidateTable(names.get(0), names.get(1));
            default ->
                throw new IllegalArgumentException("ssdrowcache invalidate takes a keyspace and a table, not "
                        + names.size() + " names: " + names);
        }
    }
}
