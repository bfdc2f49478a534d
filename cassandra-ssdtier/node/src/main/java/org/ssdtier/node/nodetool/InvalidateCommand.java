package org.ssdtier.node.nodetool;

import io.airlift.airline.Arguments;
import io.airlift.airline.Command;
import io.airlift.airline.Option;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.tools.NodeProbe;
import org.ssdtier.rowcache.cassandra.SsdRowCacheMBean;

/** The command {@code nodetool ssdrowcache invalidate}. */
@Command(name = "invalidate", description = "Drop cached rows from memory and SSD: all, of a keyspace, or of a table")
public final class InvalidateCommand extends TierCommand {
    private static final long PAUSE_MILLIS = 1_000;

    @Arguments(
            usage = "[<keyspace> [<table>]]",
            description = "The keyspace, and optionally the table; without them, all cached rows")
    private List<String> names = new ArrayList<>();

    @Option(
            name = "--erase",
            description = "Drop all cached rows and overwrite every segment on the SSD with zeros; waits for the end")
    private boolean erase = false;

    @Override
    void run(NodeProbe probe, SsdRowCacheMBean tier) {
        if (erase) {
            erase(probe, tier);
            return;
        }
        switch (names.size()) {
            case 0 -> tier.invalidate();
            case 1 -> tier.invalidateKeyspace(names.get(0));
            case 2 -> tier.invalidateTable(names.get(0), names.get(1));
            default ->
                throw new IllegalArgumentException("ssdrowcache invalidate takes a keyspace and a table, not "
                        + names.size() + " names: " + names);
        }
    }

    private void erase(NodeProbe probe, SsdRowCacheMBean tier) {
        if (!names.isEmpty()) {
            throw new IllegalArgumentException(
                    "ssdrowcache invalidate --erase takes no names, as a segment has rows of many tables: " + names);
        }
        tier.erase();
        for (long left = tier.getEraseRemainingBytes(); left != 0; left = tier.getEraseRemainingBytes()) {
            if (left < 0) {
                throw new IllegalStateException("The SSD row cache could not be erased; see system.log for the reason");
            }
            probe.output().out.println("SSD row cache: MiB to erase=" + (left >> 20));
            pause();
        }
        probe.output().out.println("SSD row cache: erased");
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted; the erasure continues", e);
        }
    }
}
