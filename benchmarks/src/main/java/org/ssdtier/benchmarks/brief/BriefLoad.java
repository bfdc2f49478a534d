package org.ssdtier.benchmarks.brief;

import com.datastax.oss.driver.api.core.CqlSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.load.CpuClock;
import org.ssdtier.benchmarks.load.PaperLoad;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.ycsb.cql.CqlSchema;
import org.ssdtier.ycsb.cql.CqlSettings;
import org.ssdtier.ycsb.cql.TableSpec;
import org.ssdtier.ycsb.run.RunListener;
import org.ssdtier.ycsb.run.RunOptions;
import org.ssdtier.ycsb.run.RunResult;
import org.ssdtier.ycsb.run.WorkloadRunner;
import site.ycsb.WorkloadException;

/**
 * The requests of one workload to a table of one node or of a cluster. The table has the name of that of {@link
 * PaperLoad}.
 */
public final class BriefLoad {
    /** Length of a compressed chunk of the table's files in KiB; Cassandra's default is 16. */
    public static final int CHUNK_KIBIBYTES = 4;

    private static final int FILL_THREADS = 2;

    /** Reads of all rows that fit: again if SSD tiers have dropped more than a twentieth, as they do where writes lag. */
    private static final int MOST_PASSES = 3;

    private static final double DROPPED_SHARE = 0.05;
    private static final String NONE = "0";

    /** Longer than any timeout of a cluster's nodes. */
    private static final String REQUEST_TIMEOUT_MILLIS = "60000";

    private final Properties properties;

    /**
     * Creates the requests of a workload to one replica.
     *
     * @param ports ports of the node, or of one of a cluster
     * @param rows rows of the table when it is restored
     * @param threads number of client threads
     * @param seed seed of rows and of their popularity
     */
    public BriefLoad(NodePorts ports, BriefWorkload workload, long rows, int threads, long seed) throws IOException {
        properties = workload.properties();
        properties.setProperty("hosts", ports.address());
        properties.setProperty("port", Integer.toString(ports.cql()));
        properties.setProperty("cassandra.keyspace", PaperLoad.KEYSPACE);
        properties.setProperty("table", PaperLoad.TABLE);
        // each client thread would create it
        properties.setProperty("cassandra.createschema", "false");
        properties.setProperty("cassandra.load.inflight", "32");
        // as an expert sets it for rows of a kilobyte: page cache and block caches hold more rows
        properties.setProperty(TableSpec.CHUNK_PROPERTY, Integer.toString(CHUNK_KIBIBYTES));
        properties.setProperty("recordcount", Long.toString(rows));
        properties.setProperty("threadcount", Integer.toString(threads));
        properties.setProperty("seed", Long.toString(seed));
        properties.setProperty("operationcount", NONE);
    }

    private BriefLoad(Properties properties) {
        this.properties = properties;
    }

    /**
     * Returns these requests to a table with several replicas, at a consistency level of reads and writes.
     *
     * @param replicas number of replicas of the keyspace, if {@link #createTable} creates it
     * @param consistency name of the level
     */
    public BriefLoad at(int replicas, String consistency) {
        Properties own = copy();
        own.setProperty(TableSpec.REPLICATION_PROPERTY, Integer.toString(replicas));
        own.setProperty(CqlSettings.READ_CONSISTENCY_PROPERTY, consistency);
        own.setProperty(CqlSettings.WRITE_CONSISTENCY_PROPERTY, consistency);
        own.setProperty(CqlSettings.REQUEST_TIMEOUT_PROPERTY, REQUEST_TIMEOUT_MILLIS);
        // at ONE, a row that was just inserted may not have come to the replica that is asked
        own.setProperty(RunOptions.NOT_FOUND_FAILS_PROPERTY, Boolean.toString(!consistency.equals("ONE")));
        return new BriefLoad(own);
    }

    /**
     * Returns reads and updates in place of the workload's requests. No row is inserted, so the popular rows never
     * change.
     *
     * @param distribution YCSB's name of the distribution of the requests
     * @param readPercent percentage of reads; the rest are updates of one column
     */
    public BriefLoad mixed(String distribution, int readPercent) {
        Properties own = copy();
        setOperations(own, readPercent / 100.0, (100 - readPercent) / 100.0);
        own.setProperty("requestdistribution", distribution);
        return new BriefLoad(own);
    }

    /** Returns these requests to the table with more rows than it was restored with. */
    public BriefLoad withInserted(long rows) {
        Properties own = copy();
        own.setProperty("recordcount", Long.toString(Long.parseLong(properties.getProperty("recordcount")) + rows));
        return new BriefLoad(own);
    }

    /** Creates the table if it does not exist. */
    public void createTable() {
        CqlSchema.create(properties);
    }

    /** Removes all rows of the table. */
    public void truncate(CqlSession session) {
        CqlSchema.truncate(session, TableSpec.from(properties));
    }

    /** Writes every row once. */
    public void fill(RunListener listener) throws IOException, InterruptedException {
        run(RunOptions.load(properties).withThreads(FILL_THREADS), listener);
    }

    /** Reads the rows that the workload requests first, once each: the popular ones, mostly. */
    public void readOnce(long count, long runSeed) throws IOException, InterruptedException {
        Properties once = reads(count, runSeed);
        once.setProperty("requestonce", "true");
        run(RunOptions.transactions(once), RunListener.NONE);
    }

    /**
     * Does the same, and again if the SSD tiers could not write many of the rows as fast as memory evicted them.
     *
     * @param replicas number of nodes that read each row
     * @param dropped the rows that the tiers of all nodes have dropped for this reason so far
     */
    public void readOnce(long count, int replicas, long runSeed, DroppedRows dropped)
            throws IOException, InterruptedException {
        for (int pass = 1; pass <= MOST_PASSES && count > 0; pass++) {
            long before = dropped.count();
            readOnce(count, runSeed);
            if (dropped.count() - before < DROPPED_SHARE * count * replicas) {
                break;
            }
        }
    }

    /** A counter of rows that SSD tiers have dropped. */
    @FunctionalInterface
    public interface DroppedRows {
        /** Reads the counter. */
        long count() throws IOException;
    }

    /** Runs scans as the workload requests them, without its inserts. */
    public void scan(long count, long runSeed) throws IOException, InterruptedException {
        Properties scans = reads(count, runSeed);
        scans.setProperty("readproportion", NONE);
        scans.setProperty("scanproportion", "1");
        run(RunOptions.transactions(scans), RunListener.NONE);
    }

    /** Reads rows as the workload requests them. */
    public void read(long count, long runSeed) throws IOException, InterruptedException {
        run(RunOptions.transactions(reads(count, runSeed)), RunListener.NONE);
    }

    /** Runs the workload for a time. */
    public RunResult run(int seconds, long runSeed) throws IOException, InterruptedException {
        return run(seconds, runSeed, RunListener.NONE);
    }

    /**
     * A measured run.
     *
     * @param result its result
     * @param machine busy fraction of all cores, from the end of the first second on: before it, clients connect
     */
    public record Run(RunResult result, double machine) {}

    /** Runs the workload for a time, and measures how busy the machine is. */
    public Run measured(int seconds, long runSeed) throws IOException, InterruptedException {
        CpuClock before = CpuClock.now();
        AtomicReference<@Nullable CpuClock> afterASecond = new AtomicReference<>();
        RunResult result = run(seconds, runSeed, interval -> {
            if (afterASecond.get() == null) {
                afterASecond.set(cpuClock());
            }
        });
        CpuClock connected = afterASecond.get();
        return new Run(result, CpuClock.now().busySince(connected == null ? before : connected));
    }

    private static CpuClock cpuClock() {
        try {
            return CpuClock.now();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RunResult run(int seconds, long runSeed, RunListener listener) throws IOException, InterruptedException {
        Properties own = copy();
        own.setProperty("runseed", Long.toString(runSeed));
        own.setProperty("maxexecutiontime", Integer.toString(seconds));
        return run(RunOptions.transactions(own), listener);
    }

    private Properties reads(long count, long runSeed) {
        Properties reads = copy();
        setOperations(reads, 1, 0);
        reads.setProperty("runseed", Long.toString(runSeed));
        reads.setProperty("operationcount", Long.toString(count));
        return reads;
    }

    private static void setOperations(Properties properties, double reads, double updates) {
        for (String operation : new String[] {"insert", "scan", "readmodifywrite"}) {
            properties.setProperty(operation + "proportion", NONE);
        }
        properties.setProperty("readproportion", Double.toString(reads));
        properties.setProperty("updateproportion", Double.toString(updates));
    }

    private Properties copy() {
        Properties copy = new Properties();
        copy.putAll(properties);
        return copy;
    }

    private static RunResult run(RunOptions options, RunListener listener) throws IOException, InterruptedException {
        try {
            RunResult result = WorkloadRunner.run(options, listener);
            if (!result.succeeded()) {
                throw new IOException("phase=" + options.phase() + ": " + result.problem());
            }
            return result;
        } catch (WorkloadException e) {
            throw new IOException("phase=" + options.phase() + ": " + e.getMessage(), e);
        }
    }
}
