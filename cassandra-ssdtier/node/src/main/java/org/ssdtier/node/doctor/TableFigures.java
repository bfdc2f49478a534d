package org.ssdtier.node.doctor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.ssdtier.rowcache.cassandra.SsdRowCacheMBean;

/**
 * The figures of a table since the start of its node.
 *
 * @param keyspace its keyspace
 * @param name its name
 * @param reads reads of partitions
 * @param writes writes of partitions
 * @param sstablesPerRead mean number of SSTables of the recent reads
 * @param meanPartitionBytes mean size of its partitions on disk
 * @param isCached whether its rows are cached
 * @param hits look-ups in the row cache that it answered
 * @param lookups look-ups in the row cache
 */
record TableFigures(
        String keyspace,
        String name,
        long reads,
        long writes,
        double sstablesPerRead,
        long meanPartitionBytes,
        boolean isCached,
        long hits,
        long lookups) {
    private static final String METRICS = "org.apache.cassandra.metrics:type=Table";
    private static final Set<String> OF_CASSANDRA = Set.of(
            "system",
            "system_auth",
            "system_distributed",
            "system_schema",
            "system_traces",
            "system_views",
            "system_virtual_schema",
            "system_ssdtier");
    /** The most tables of which everything is read, those with the most reads: a cluster may have thousands. */
    private static final int MOST_TABLES = 50;

    /** The reads of a table. */
    private record Reads(String keyspace, String name, long reads) {}

    /** Returns the tables with the most reads, of Cassandra's own none. */
    static List<TableFigures> read(NodeConnection node) throws IOException {
        Map<String, Map<?, ?>> cached = cached(node);
        List<Reads> tables = new ArrayList<>();
        for (ObjectName bean : node.find(METRICS + ",keyspace=*,scope=*,name=ReadLatency")) {
            String keyspace = bean.getKeyProperty("keyspace");
            if (!OF_CASSANDRA.contains(keyspace) && node.attribute(bean, "Count") instanceof Number reads) {
                tables.add(new Reads(keyspace, bean.getKeyProperty("scope"), reads.longValue()));
            }
        }
        tables.sort(Comparator.comparingLong(Reads::reads).reversed());
        List<TableFigures> figures = new ArrayList<>();
        for (Reads table : tables.subList(0, Math.min(MOST_TABLES, tables.size()))) {
            figures.add(read(node, table, cached));
        }
        return figures;
    }

    /** Returns the look-ups of the cached tables by name; null if the node does not say which these are. */
    private static @Nullable Map<String, Map<?, ?>> cached(NodeConnection node) throws IOException {
        if (!(node.attribute(SsdRowCacheMBean.NAME, "Tables") instanceof Map<?, ?> all)) {
            return null;
        }
        Map<String, Map<?, ?>> tables = new TreeMap<>();
        all.forEach((name, lookups) -> {
            if (lookups instanceof Map<?, ?> counters) {
                tables.put(String.valueOf(name), counters);
            }
        });
        return tables;
    }

    private static TableFigures read(NodeConnection node, Reads table, @Nullable Map<String, Map<?, ?>> cached)
            throws IOException {
        String bean = METRICS + ",keyspace=" + table.keyspace() + ",scope=" + table.name() + ",name=";
        long hits = (long) node.number(bean + "RowCacheHit", "Count");
        long misses = (long)
                (node.number(bean + "RowCacheMiss", "Count") + node.number(bean + "RowCacheHitOutOfRange", "Count"));
        boolean isCached = hits + misses > 0;
        if (cached != null) {
            isCached = cached.containsKey(table.keyspace() + "." + table.name());
        }
        return new TableFigures(
                table.keyspace(),
                table.name(),
                table.reads(),
                (long) node.number(bean + "WriteLatency", "Count"),
                node.number(bean + "SSTablesPerReadHistogram", "Mean"),
                (long) node.number(bean + "MeanPartitionSize", "Value"),
                isCached,
                hits,
                hits + misses);
    }

    /** Returns keyspace and table as CQL has them. */
    String cql() {
        return quoted(keyspace) + "." + quoted(name);
    }

    private static String quoted(String name) {
        return name.matches("[a-z][a-z0-9_]*") ? name : '"' + name + '"';
    }
}
