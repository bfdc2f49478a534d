package org.ssdtier.benchmarks.load;

import java.io.IOException;
import java.lang.management.MemoryUsage;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.management.RuntimeMBeanException;
import javax.management.openmbean.CompositeData;
import org.ssdtier.benchmarks.node.NodeJmx;

/** The nodetool commands for a node, invoked through JMX and so without a JVM per command. Thread-safe. */
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
    private static final int COMPACTION_MINUTES = 30;
    private static final String STRING = "java.lang.String";
    private static final String STRINGS = "[Ljava.lang.String;";
    private static final String BOOLEAN = "boolean";
    private static final String CANCELLED = "CompactionInterruptedException";

    private final NodeJmx jmx;
    private final String keyspace;

    /**
     * Creates the commands for one keyspace.
     *
     * @param jmx connection; not closed by this object
     */
    public NodeVerbs(NodeJmx jmx, String keyspace) {
        this.jmx = jmx;
        this.keyspace = keyspace;
    }

    /** Flushes tables and waits until they are flushed. */
    public void flush(String... tables) throws IOException {
        jmx.invoke(STORAGE, "forceKeyspaceFlush", List.of(STRING, STRINGS), keyspace, tables);
    }

    /**
     * Runs a major compaction and waits until it ends.
     *
     * @return false if it was cancelled, for example by a TRUNCATE, or if it did not begin because another compaction
     *     of the table could not be cancelled; Cassandra then fails with a NullPointerException
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

    /** Rewrites all SSTables of a table in the current format, as {@code nodetool upgradesstables -a} does. */
    public void rewriteSSTables(String table) throws IOException {
        Object status = jmx.invoke(
                STORAGE, "upgradeSSTables", List.of(STRING, BOOLEAN, "int", STRINGS), keyspace, false, 1, new String[] {
                    table
                });
        if (((Number) status).intValue() != 0) {
            throw new IOException("table=" + table + ": its SSTables could not be rewritten, status=" + status);
        }
    }

    /**
     * Waits until no compaction is running or pending.
     *
     * <p>Cassandra counts those pending when it looks for the next one, which a TRUNCATE does not make it do: what it has just
     * cancelled would stay pending until the look of every minute. So it is told to look.
     *
     * @throws IOException if some still are after half an hour
     */
    public void awaitCompactions() throws IOException, InterruptedException {
        jmx.invoke(STORAGE, "enableAutoCompaction", List.of(STRING, STRINGS), keyspace, new String[0]);
        long begin = System.nanoTime();
        while (jmx.metric(PENDING_COMPACTIONS) > 0 || activeCompactions() > 0) {
            if (System.nanoTime() - begin > TimeUnit.MINUTES.toNanos(COMPACTION_MINUTES)) {
                throw new IOException("compactions: running=" + activeCompactions() + " pending="
                        + Math.round(jmx.metric(PENDING_COMPACTIONS)) + " after " + COMPACTION_MINUTES + " min");
            }
            Thread.sleep(POLL_MILLIS);
        }
    }

    /** Limits the rate of all compactions together, as {@code nodetool setcompactionthroughput} does; 0 = no limit. */
    public void setCompactionThroughput(int mebibytesPerSecond) throws IOException {
        jmx.setAttribute(STORAGE, "CompactionThroughputMbPerSec", mebibytesPerSecond);
    }

    private int activeCompactions() throws IOException {
        return ((Collection<?>) jmx.attribute(COMPACTIONS, "Compactions")).size();
    }

    /** Returns the number of rows in the row cache's memory. */
    public long rowCacheEntries() throws IOException {
        return (long) jmx.metric(ROW_CACHE_ENTRIES);
    }

    /** Sets the row cache's capacity, as {@code nodetool setcachecapacity} does. */
    public void setRowCacheMebibytes(long mebibytes) throws IOException {
        jmx.setAttribute(CACHES, "RowCacheCapacityInMB", mebibytes);
    }

    /** Invalidates the row cache, as {@code nodetool invalidaterowcache} does. */
    public void invalidateRowCache() throws IOException {
        jmx.invoke(CACHES, "invalidateRowCache");
    }

    /**
     * Imports SSTables, as {@code nodetool import} does.
     *
     * @param directory directory of SSTables with the table's definition; they are moved out of it
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

    /** Pauses the tier, as {@code nodetool ssdrowcache pause} does. */
    public void pauseTier() throws IOException {
        jmx.invoke(TIER, "pause");
    }

    /** Resumes the tier, as {@code nodetool ssdrowcache resume} does. */
    public void resumeTier() throws IOException {
        jmx.invoke(TIER, "resume");
    }

    /** Resizes the tier, as {@code nodetool ssdrowcache resize} does. */
    public void resizeTier(long mebibytes) throws IOException {
        jmx.invoke(TIER, "resize", List.of("long"), mebibytes << 20);
    }

    /** Returns a counter of a table, such as {@code RowCacheHit}. */
    public long tableCounter(String table, String name) throws IOException {
        return (long) jmx.metric(
                "org.apache.cassandra.metrics:type=Table,keyspace=" + keyspace + ",scope=" + table + ",name=" + name);
    }

    /** Returns the mean of a table's histogram, such as {@code SSTablesPerReadHistogram}; recent values count more. */
    public double tableMean(String table, String name) throws IOException {
        return ((Number) jmx.attribute(
                        "org.apache.cassandra.metrics:type=Table,keyspace=" + keyspace + ",scope=" + table + ",name="
                                + name,
                        "Mean"))
                .doubleValue();
    }

    /** Collects all garbage of the node's heap, so that the garbage of one run is not charged to the next. */
    public void collectGarbage() throws IOException {
        jmx.invoke(MEMORY, "gc");
    }

    /** Returns the heap of the node's JVM: used includes garbage that is not collected yet. */
    public MemoryUsage heap() throws IOException {
        return MemoryUsage.from((CompositeData) jmx.attribute(MEMORY, "HeapMemoryUsage"));
    }

    /** Returns the CPU time of the node's JVM since its start. */
    public long cpuNanos() throws IOException {
        return ((Number) jmx.attribute(CPU, "ProcessCpuTime")).longValue();
    }
}
