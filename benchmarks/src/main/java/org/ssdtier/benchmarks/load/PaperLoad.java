package org.ssdtier.benchmarks.load;

import java.io.IOException;
import java.time.Duration;
import java.util.Properties;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.ycsb.cql.TableSpec;
import org.ssdtier.ycsb.run.RunListener;
import org.ssdtier.ycsb.run.RunOptions;
import org.ssdtier.ycsb.run.RunResult;
import org.ssdtier.ycsb.run.WorkloadRunner;
import site.ycsb.WorkloadException;

/** A load on the main paper's rows in one row-cached table of one node. */
public final class PaperLoad {
    /** The keyspace. */
    public static final String KEYSPACE = "bench";
    /** The table. */
    public static final String TABLE = "usertable";

    private static final int FILL_THREADS = 2;

    private final Properties properties = new Properties();

    /**
     * Creates the load of one node, with rows of {@link RowShape#COLUMNS}.
     *
     * @param rows number of rows of the table, at least 1
     * @param threads number of client threads
     * @param seed seed of rows and requests
     */
    public PaperLoad(NodePorts ports, long rows, int threads, long seed) {
        this(ports, RowShape.COLUMNS, rows, threads, seed);
    }

    /**
     * Creates the load of one node.
     *
     * @param shape shape of the rows
     * @param rows number of rows of the table, at least 1
     * @param threads number of client threads
     * @param seed seed of rows and requests
     */
    public PaperLoad(NodePorts ports, RowShape shape, long rows, int threads, long seed) {
        set("hosts", ports.address());
        set("port", ports.cql());
        set("cassandra.keyspace", KEYSPACE);
        set("table", TABLE);
        set("cassandra.createschema", true);
        set("cassandra.load.inflight", 32);
        set("recordcount", rows);
        set("threadcount", threads);
        shape.properties().forEach(this::set);
        set("insertproportion", 0);
        set("scanproportion", 0);
        set("seed", seed);
    }

    /** Sets the time after which a request has failed, and returns this load. */
    public PaperLoad withTimeout(Duration timeout) {
        set("cassandra.requesttimeoutmillis", timeout.toMillis());
        return this;
    }

    /** Sets the length of a compressed chunk of the table that is created, in KiB, and returns this load. */
    public PaperLoad withChunk(int kibibytes) {
        set(TableSpec.CHUNK_PROPERTY, kibibytes);
        return this;
    }

    /** Sets further options of the table that is created, in CQL, and returns this load. */
    public PaperLoad withOptions(String options) {
        set(TableSpec.OPTIONS_PROPERTY, options);
        return this;
    }

    /** Creates the table and writes every row once. */
    public void fill() throws IOException, InterruptedException {
        fill(RunListener.NONE);
    }

    /** Creates the table and writes every row once, reporting progress to a listener. */
    public void fill(RunListener listener) throws IOException, InterruptedException {
        run(RunOptions.load(properties).withThreads(FILL_THREADS), listener);
    }

    /** Reads every row {@code times} times, in the order of the keys' numbers. */
    public void readAll(int times) throws IOException, InterruptedException {
        set("requestdistribution", "sequential");
        setMix(100, 0);
        set("maxexecutiontime", 0);
        set("operationcount", times * Long.parseLong(properties.getProperty("recordcount")));
        run(RunOptions.transactions(properties), RunListener.NONE);
    }

    /**
     * Reads {@code count} rows once each: those that {@link #latest(int, long, long)} requests first. A cache that
     * admits every row read is filled with the same rows as by those requests, but without their many repetitions.
     *
     * @param count number of rows, up to the table's
     */
    public void readOnce(long count, long runSeed) throws IOException, InterruptedException {
        set("requestonce", true);
        latest(100, count, runSeed);
        set("requestonce", false);
    }

    /** Runs a mix of reads and updates of popular and less popular rows; the popular rows never change. */
    public RunResult mixed(Mix mix) throws IOException, InterruptedException {
        return mixed("zipfian", mix, RunListener.NONE);
    }

    /** Runs a mix as {@link #mixed(Mix)}, with YCSB's {@code latest}: the rows inserted last are the most popular. */
    public RunResult latest(Mix mix, RunListener listener) throws IOException, InterruptedException {
        return mixed("latest", mix, listener);
    }

    /** Runs a number of requests of {@link #latest(Mix, RunListener)}, without a time limit. */
    public RunResult latest(int readPercent, long requests, long runSeed) throws IOException, InterruptedException {
        set("requestdistribution", "latest");
        setMix(readPercent, runSeed);
        set("maxexecutiontime", 0);
        set("operationcount", requests);
        return run(RunOptions.transactions(properties), RunListener.NONE);
    }

    private RunResult mixed(String distribution, Mix mix, RunListener listener)
            throws IOException, InterruptedException {
        set("requestdistribution", distribution);
        setMix(mix.readPercent, mix.runSeed);
        set("maxexecutiontime", mix.seconds);
        set("operationcount", 0);
        return run(RunOptions.transactions(properties).withTargetPerSecond(mix.perSecond), listener);
    }

    /**
     * The parameters of {@link #mixed}.
     *
     * @param readPercent percentage of reads; the rest are updates of one to five columns
     * @param seconds duration in seconds
     * @param perSecond requests per second; 0 = as fast as the node responds
     * @param runSeed seed of the requests, in addition to the load's seed
     */
    public record Mix(int readPercent, long seconds, double perSecond, long runSeed) {}

    private RunResult run(RunOptions options, RunListener listener) throws IOException, InterruptedException {
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

    private void setMix(int readPercent, long runSeed) {
        set("readproportion", readPercent / 100.0);
        set("updateproportion", (100 - readPercent) / 100.0);
        set("runseed", runSeed);
    }

    private void set(String name, Object value) {
        properties.setProperty(name, String.valueOf(value));
    }
}
