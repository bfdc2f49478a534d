package org.ssdtier.node.nodetool;

import io.airlift.airline.Arguments;
import io.airlift.airline.Command;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.config.DataStorageSpec;
import org.apache.cassandra.tools.NodeProbe;
import org.ssdtier.rowcache.cassandra.SsdRowCacheMBean;

/** The command {@code nodetool ssdrowcache resize}. */
@Command(name = "resize", description = "Resize the SSD tier until the next start")
public final class ResizeCommand extends TierCommand {
    @Arguments(title = "size", usage = "<size>", description = "The size, such as 64GiB", required = true)
    private List<String> sizes = new ArrayList<>();

    @Override
    void run(NodeProbe probe, SsdRowCacheMBean tier) {
        if (sizes.size() != 1) {
            throw new IllegalArgumentException("sizes=" + sizes + " cannot be used; allowed: one size");
        }
        String size = sizes.get(0);
        long bytes;
        try {
            bytes = new DataStorageSpec.LongBytesBound(size).toBytes();
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "size=" + size + " cannot be used; allowed: a whole number of B, KiB, MiB or GiB, such as 64GiB",
                    e);
        }
        probe.output().out.println("SSD row cache: size=" + tier.resize(bytes));
    }
}
