package org.ssdtier.benchmarks.smallfiles;

import java.io.IOException;
import java.util.Properties;
import java.util.function.Supplier;
import org.ssdtier.files.ycsb.FileStoreClient;
import org.ssdtier.ycsb.run.RunListener;
import org.ssdtier.ycsb.run.RunOptions;
import org.ssdtier.ycsb.run.RunResult;
import org.ssdtier.ycsb.run.WorkloadRunner;
import site.ycsb.DB;
import site.ycsb.WorkloadException;

/**
 * The client of all arms: YCSB's loop over the same files and requests, with a database of each arm's own. Files have
 * the paper's sizes and are in directories of unequal sizes; requests follow a power law over all names.
 */
final class FilesLoad {
    /** The keyspace of a store. */
    static final String KEYSPACE = "files";

    private static final int REQUEST_TIMEOUT_MILLIS = 60_000;

    private final Properties properties;
    private final Supplier<? extends DB> db;

    private FilesLoad(Properties properties, Supplier<? extends DB> db) {
        this.properties = properties;
        this.db = db;
    }

    /**
     * Returns the load of a store.
     *
     * @param address address of a node of the serving datacentre
     * @param port its port for clients
     */
    static FilesLoad ofStore(long files, long seed, String address, int port) {
        Properties properties = common(files, seed);
        properties.setProperty("hosts", address);
        properties.setProperty("port", Integer.toString(port));
        properties.setProperty("cassandra.datacenter", FilesPlan.SERVING);
        properties.setProperty("cassandra.keyspace", KEYSPACE);
        properties.setProperty("cassandra.requesttimeoutmillis", Integer.toString(REQUEST_TIMEOUT_MILLIS));
        return new FilesLoad(properties, FileStoreClient::new);
    }

    /**
     * Returns the load of something else.
     *
     * @param db factory that creates a database for each client thread
     */
    static FilesLoad of(long files, long seed, Supplier<? extends DB> db) {
        return new FilesLoad(common(files, seed), db);
    }

    /** Returns the same load with reads of one replica. */
    FilesLoad ofOneReplica() {
        Properties own = copy();
        own.setProperty("files.read.consistency", "local_one");
        return new FilesLoad(own, db);
    }

    private Properties copy() {
        Properties own = new Properties();
        properties.stringPropertyNames().forEach(name -> own.setProperty(name, properties.getProperty(name)));
        return own;
    }

    private static Properties common(long files, long seed) {
        Properties properties = new Properties();
        properties.setProperty("workload", "org.ssdtier.files.ycsb.FileWorkload");
        properties.setProperty("recordcount", Long.toString(files));
        properties.setProperty("seed", Long.toString(seed));
        properties.setProperty("requestdistribution", "zipfian");
        properties.setProperty("readproportion", "1");
        properties.setProperty("updateproportion", "0");
        properties.setProperty("files.sizes", "paper");
        return properties;
    }

    /** Writes every file once. */
    RunResult fill(int threads, RunListener listener) throws IOException, InterruptedException {
        return run(RunOptions.load(properties).withDb(db).withThreads(threads), listener);
    }

    /**
     * Reads files for some time.
     *
     * @param runSeed seed of the requests, in addition to that of the files
     */
    RunResult read(int clients, int seconds, long runSeed) throws IOException, InterruptedException {
        return run(reads(runSeed, "maxexecutiontime", seconds).withThreads(clients), RunListener.NONE);
    }

    /** Reads a number of files, without a time limit. */
    RunResult readMany(int clients, long requests, long runSeed) throws IOException, InterruptedException {
        return run(reads(runSeed, "operationcount", requests).withThreads(clients), RunListener.NONE);
    }

    private RunOptions reads(long runSeed, String limit, long value) {
        Properties own = copy();
        own.setProperty("runseed", Long.toString(runSeed));
        own.setProperty(limit, Long.toString(value));
        return RunOptions.transactions(own).withDb(db);
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
