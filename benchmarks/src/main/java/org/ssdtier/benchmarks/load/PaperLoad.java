package org.ssdtier.benchmarks.load;

import java.io.IOException;
import java.util.Properties;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.ycsb.run.RunOptions;
import org.ssdtier.ycsb.run.RunResult;
import org.ssdtier.ycsb.run.WorkloadRunner;
import site.ycsb.WorkloadException;

/** The main paper's rows (25-byte keys, five columns of 75 bytes) in one row-cached table of one node. */
public final class PaperLoad {
    /** The keyspace. */
    public static final String KEYSPACE = "bench";
    /** The table. */
    public static final String TABLE = "usertable";

    private static final int FILL_THREADS = 2;

    private final Properties properties = new Properties();

    /**
     * Makes the load of one node.
     *
     * @param rows of the table, at least 1
     * @param threads of the client
     * @param seed of rows and requests
     */
    public PaperLoad(NodePorts ports, long rows, int threads, long seed) {
        set("hosts", ports.address());
        set("port", ports.cql());
        set("cassandra.keyspace", KEYSPACE);
        set("table", TABLE);
        set("cassandra.createschema", true);
        set("cassandra.load.inflight", 32);
        set("recordcount", rows);
        set("threadcount", threads);
        set("fieldcount", 5);
        set("fieldlength", 75);
        set("insertproportion", 0);
        set("scanproportion", 0);
        set("seed", seed);
    }

    /** Creates the table and writes every row once. */
    public void fill() throws IOException, InterruptedException {
        run(RunOptions.load(properties).withThreads(FILL_THREADS));
    }

    /** Reads every row {@code times} times, in the order of the keys' numbers. */
    public void readAll(int times) throws IOException, InterruptedException {
        set("requestdistribution", "sequential");
        set("readproportion", 1);
        set("updateproportion", 0);
        set("maxexecutiontime", 0);
        set("operationcount", times * Long.parseLong(properties.getProperty("recordcount")));
        run(RunOptions.transactions(properties));
    }

    /** A mix of reads and updates of popular and less popular rows; which are popular never changes. */
    public RunResult mixed(Mix mix) throws IOException, InterruptedException {
        set("requestdistribution", "zipfian");
        set("readproportion", mix.readPercent / 100.0);
        set("updateproportion", (100 - mix.readPercent) / 100.0);
        set("maxexecutiontime", mix.seconds);
        set("operationcount", 0);
        set("runseed", mix.runSeed);
        return run(RunOptions.transactions(properties).withTargetPerSecond(mix.perSecond));
    }

    /**
     * What {@link #mixed} does.
     *
     * @param readPercent reads in a hundred; the rest are updates of one to five columns
     * @param seconds how long
     * @param perSecond requests a second; 0 = as fast as the node answers
     * @param runSeed of the requests, beside the load's seed
     */
    public record Mix(int readPercent, long seconds, double perSecond, long runSeed) {}

    private RunResult run(RunOptions options) throws IOException, InterruptedException {
        try {
            RunResult result = WorkloadRunner.run(options, interval -> {});
            if (!result.succeeded()) {
                throw new IOException("phase=" + options.phase() + ": " + result.problem());
            }
            return result;
        } catch (WorkloadException e) {
            throw new IOException("phase=" + options.phase() + ": " + e.getMessage(), e);
        }
    }

    private void set(String name, Object value) {
        properties.setProperty(name, String.valueOf(value));
    }
}
