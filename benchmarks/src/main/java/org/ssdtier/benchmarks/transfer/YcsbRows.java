package org.ssdtier.benchmarks.transfer;

import java.io.IOException;
import java.util.Properties;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.ycsb.run.RunListener;
import org.ssdtier.ycsb.run.RunOptions;
import org.ssdtier.ycsb.run.RunResult;
import org.ssdtier.ycsb.run.WorkloadRunner;
import site.ycsb.WorkloadException;

/**
 * YCSB's load of rows with one column, as large as the mean file of a tree: the rate at which a node takes the same
 * bytes without directories, hashes or reads.
 */
final class YcsbRows {
    /** The keyspace of the rows. */
    static final String KEYSPACE = "rows";

    private static final int THREADS = 2;
    private static final int IN_FLIGHT = 16;

    private YcsbRows() {}

    /**
     * Loads rows.
     *
     * @return rows per second
     */
    static double load(NodePorts ports, long rows, long rowBytes, long seed) throws IOException, InterruptedException {
        Properties properties = new Properties();
        properties.setProperty("hosts", ports.address());
        properties.setProperty("port", Integer.toString(ports.cql()));
        properties.setProperty("cassandra.keyspace", KEYSPACE);
        properties.setProperty("cassandra.createschema", "true");
        properties.setProperty("cassandra.load.inflight", Integer.toString(IN_FLIGHT));
        properties.setProperty("table", "usertable");
        properties.setProperty("fieldcount", "1");
        properties.setProperty("fieldlength", Long.toString(rowBytes));
        properties.setProperty("recordcount", Long.toString(rows));
        properties.setProperty("insertproportion", "0");
        properties.setProperty("scanproportion", "0");
        properties.setProperty("seed", Long.toString(seed));
        try {
            RunResult result = WorkloadRunner.run(RunOptions.load(properties).withThreads(THREADS), RunListener.NONE);
            if (!result.succeeded()) {
                throw new IOException("rows=" + rows + ": not loaded: " + result.problem());
            }
            return rows / result.seconds();
        } catch (WorkloadException e) {
            throw new IOException("rows=" + rows + ": not loaded: " + e.getMessage(), e);
        }
    }
}
