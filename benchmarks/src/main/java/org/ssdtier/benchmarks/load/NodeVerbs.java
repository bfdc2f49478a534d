package org.ssdtier.benchmarks.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import javax.management.RuntimeMBeanException;
import org.ssdtier.benchmarks.node.NodeJmx;

/** What nodetool does to a node, by JMX and so without a JVM for every verb. Thread-safe. */
public final class NodeVerbs {
    private static final String CACHES = "org.apache.cassandra.db:type=Caches";
    private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";
    private static final String CPU = "java.lang:type=OperatingSystem";
    private static final String MEMORY = "java.lang:type=Memory";
    private static final String TIER = "org.apache.cassandra.db:type=SsdRowCache";
    private static final String COMPACTIONS = "org.apache.cassandra.db:type=CompactionManager";
    private static final String PENDING_COMPACTIONS = "org.apache.cassandra.metrics:type=Compaction,name=PendingTasks";
    private static final String ROW_CACHE_ENTRIES =
            "org.apache.cassandra.metrics:type=Cache,scope=RowCache,name=Entries";
    private static final long POLL_MILLIS = 200;
    private static final String STRING = "java.lang.String";
    private static final String STRINGS = "[Ljava.lang.String;";
    private static final String BOOLEAN = "boolean";
    private static final String CANCELLED = "CompactionInterruptedException";

    private final NodeJmx jmx;
    private final String keyspace;

    /**
     * Makes the verbs for one keyspace.
     *
     * @param jmx stays the caller's
     */
    public NodeVerbs(NodeJmx jmx, String keyspace) {
        this.jmx = jmx;
        this.keyspace = keyspace;
    }

    /** Flushes tables; they are flushed when this returns. */
    public void flush(String... tables) throws IOException {
        jmx.invoke(STORAGE, "forceKeyspaceFlush", List.of(STRING, STRINGS), keyspace, tables);
    }

    /**
     * Runs a major compaction to its end.
     *
     * @return false if something else, a TRUNCATE for one, has cancelled it, or it did not begin as another compaction of the
     *     table could not be cancelled; Cassandra fails with a NullPointerException then
     */
    public boolean compact(String... tables) throws IOException {
        try {
            jmx.invoke(STORAGE, "forceKeyspaceCompaction", List.of(BOOLEAN, STRING, STRINGS), false, keyspace, tables);
            return true;
        } catch (IOException e) {
            if (String.valueOf(e.getCause()).contains(CANCELLED)) {
                return false;
            }
            throw e;
        } catch (RuntimeMBeanException e) {
            if (e.getCause() instanceof NullPointerException) {
                return false;
            }
            throw e;
        }
    }

    /** As {@code nodetool upgradesstables -a}: rewrites all SSTables of a table, in its format of today. */
    public void rewriteSSTables(String table) throws IOException {
        Object status = jmx.invoke(
                STORAGE, "upgradeSSTables", List.of(STRING, BOOLEAN, "int", STRINGS), keyspace, false, 1, new String[] {
                    table
                });
        if (((Number) status).intValue() != 0) {
            throw new IOException("table=" + table + ": its SSTables could not be rewritten, status=" + status);
        }
    }

    /** Waits until no compaction runs or waits. */
    public void awaitCompactions() throws IOException, InterruptedException {
        while (jmx.metric(PENDING_COMPACTIONS) > 0 || activeCompactions() > 0) {
            Thread.sleep(POLL_MILLIS);
        }
    }

    private int activeCompactions() throws IOException {
        return ((Collection<?>) jmx.attribute(COMPACTIONS, "Compactions")).size();
    }

    /** Rows in the row cache's memory. */
    public long rowCacheEntries() throws IOException {
        return (long) jmx.metric(ROW_CACHE_ENTRIES);
    }

    /** As {@code nodetool setcachecapacity}. */
    public void setRowCacheMebibytes(long mebibytes) throws IOException {
        jmx.setAttribute(CACHES, "RowCacheCapacityInMB", mebibytes);
    }

    /** As {@code nodetool invalidaterowcache}. */
    public void invalidateRowCache() throws IOException {
        jmx.invoke(CACHES, "invalidateRowCache");
    }

    /**
     * As {@code nodetool import}.
     *
     * @param directory holds SSTables of the table's definition, which are moved away from there
     * @param invalidateCaches whether Cassandra itself drops the imported keys from the row cache afterwards
     */
    public void importSSTables(String table, Path directory, boolean invalidateCaches) throws IOException {
        Object failed = jmx.invoke(
                "org.apache.cassandra.db:type=Tables,keyspace=" + keyspace + ",table=" + table,
                "importNewSSTables",
                List.of("java.util.Set", BOOLEAN, BOOLEAN, BOOLEAN, BOOLEAN, BOOLEAN, BOOLEAN, BOOLEAN),
                Set.of(directory.toString()),
                false,
                false,
                true,
                true,
                invalidateCaches,
                false,
                false);
        if (failed instanceof Collection<?> directories && !directories.isEmpty()) {
            throw new IOException("directory=" + directory + " table=" + table + ": could not be imported");
        }
    }

    /** As {@code nodetool ssdrowcache pause}. */
    public void pauseTier() throws IOException {
        jmx.invoke(TIER, "pause");
    }

    /** As {@code nodetool ssdrowcache resume}. */
    public void resumeTier() throws IOException {
        jmx.invoke(TIER, "resume");
    }

    /** As {@code nodetool ssdrowcache resize}. */
    public void resizeTier(long mebibytes) throws IOException {
        jmx.invoke(TIER, "resize", List.of("long"), mebibytes << 20);
    }

    /** A counter of a table, such as {@code RowCacheHit}. */
    public long tableCounter(String table, String name) throws IOException {
        return (long) jmx.metric(
                "org.apache.cassandra.metrics:type=Table,keyspace=" + keyspace + ",scope=" + table + ",name=" + name);
    }

    /** Collects all garbage of the node's heap, so that what an earlier run has left is not charged to the next one. */
    public void collectGarbage() throws IOException {
        jmx.invoke(MEMORY, "gc");
    }

    /** CPU time of the node's JVM since its start. */
    public long cpuNanos() throws IOException {
        return ((Number) jmx.attribute(CPU, "ProcessCpuTime")).longValue();
    }
}
