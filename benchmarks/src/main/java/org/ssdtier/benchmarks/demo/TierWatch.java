package org.ssdtier.benchmarks.demo;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.load.CounterReading;
import org.ssdtier.benchmarks.node.NodeJmx;

/** A reader of a node's counters: the look-ups of one table from the node's virtual table, all others by JMX. */
final class TierWatch {
    private final NodeJmx jmx;
    private final CqlSession session;
    private final String lookups;

    TierWatch(NodeJmx jmx, CqlSession session, String keyspace, String table) {
        this.jmx = jmx;
        this.session = session;
        this.lookups = "SELECT memory_hits, pending_hits, ssd_hits, misses FROM system_ssdtier.tables"
                + " WHERE keyspace_name = '" + keyspace + "' AND table_name = '" + table + "'";
    }

    /** Returns the current counters; a table that was never read has no look-ups. */
    DemoCounters read() throws IOException {
        CounterReading all = CounterReading.read(jmx);
        Map<String, Long> figures = new HashMap<>(all.values());
        figures.put(DemoCounters.ALL_SSD_HITS, all.count("ssdHits"));
        Row row = tableRow();
        figures.put("memoryHits", row == null ? 0 : row.getLong("memory_hits"));
        figures.put("pendingHits", row == null ? 0 : row.getLong("pending_hits"));
        figures.put("ssdHits", row == null ? 0 : row.getLong("ssd_hits"));
        figures.put("misses", row == null ? 0 : row.getLong("misses"));
        return DemoCounters.of(new CounterReading(figures));
    }

    private @Nullable Row tableRow() throws IOException {
        try {
            return session.execute(lookups).one();
        } catch (DriverException e) {
            throw new IOException("no look-ups from the node: " + e, e);
        }
    }
}
