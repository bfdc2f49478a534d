package org.ssdtier.benchmarks.demo;

import java.time.Duration;
import java.util.Properties;
import org.ssdtier.benchmarks.load.PacedStore;
import org.ssdtier.benchmarks.node.NodePorts;
import org.ssdtier.ycsb.run.RunListener;
import org.ssdtier.ycsb.run.RunOptions;
import org.ssdtier.ycsb.run.RunResult;
import org.ssdtier.ycsb.run.WorkloadRunner;
import org.ssdtier.ycsb.stale.CqlVersionStore;
import org.ssdtier.ycsb.stale.VersionStore;
import site.ycsb.WorkloadException;

/** The client load of the demo: the paper's rows (25-byte keys, five columns of 75 bytes), with 95 % reads. */
final class DemoLoad {
    static final String KEYSPACE = "demo";
    static final String TABLE = "usertable";
    static final String VERSIONS_TABLE = "versions";

    private static final Duration VERSION_READ_REST = Duration.ofMillis(5);
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final Properties properties = new Properties();

    DemoLoad(DemoOptions options, NodePorts ports) {
        set("hosts", ports.address());
        set("port", ports.cql());
        set("cassandra.keyspace", KEYSPACE);
        set("cassandra.createschema", true);
        set("cassandra.load.inflight", 32);
        set("table", TABLE);
        set("recordcount", options.rows());
        set("threadcount", options.threads());
        set("fieldcount", 5);
        set("fieldlength", 75);
        set("requestdistribution", "latest");
        set("readproportion", 0.95);
        set("updateproportion", 0.05);
        set("insertproportion", 0);
        set("scanproportion", 0);
    }

    RunResult fill(RunListener listener) throws WorkloadException, InterruptedException {
        return WorkloadRunner.run(RunOptions.load(properties).withThreads(2).withInterval(SECOND), listener);
    }

    /**
     * Reads and updates for a number of seconds.
     *
     * @param seed seed of the requests; must differ between phases, otherwise a phase requests the same rows as the one
     *     before
     */
    RunResult readAndUpdate(int seconds, long seed, RunListener listener)
            throws WorkloadException, InterruptedException {
        set("runseed", seed);
        set("maxexecutiontime", seconds);
        set("operationcount", 0);
        return WorkloadRunner.run(RunOptions.transactions(properties).withInterval(SECOND), listener);
    }

    /**
     * Returns the store of the staleness checker: rows of the same length as those of the load, in a separate table.
     */
    VersionStore versions() {
        set(CqlVersionStore.TABLE_PROPERTY, VERSIONS_TABLE);
        set(CqlVersionStore.PAYLOAD_PROPERTY, 375);
        return new PacedStore(CqlVersionStore.create(properties, 1), VERSION_READ_REST);
    }

    private void set(String name, Object value) {
        properties.setProperty(name, String.valueOf(value));
    }
}
