package org.ssdtier.benchmarks.transfer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ssdtier.benchmarks.node.NodePorts;

/**
 * YCSB's load of rows with one column, as large as the mean file of a tree: the rate at which a node takes the same
 * bytes without directories, hashes or reads. Each load is a process of its own, as an import is.
 */
final class YcsbRows {
    /** The keyspace of the rows. */
    static final String KEYSPACE = "rows";

    private static final String MAIN = "org.ssdtier.ycsb.run.RunnerMain";
    private static final String HEAP = "-Xmx384m";
    private static final int THREADS = 2;
    private static final int IN_FLIGHT = 16;
    private static final Pattern RATE = Pattern.compile("\\[OVERALL\\], Throughput\\(ops/sec\\), ([0-9.]+)");

    private YcsbRows() {}

    /**
     * Loads rows.
     *
     * @return rows per second
     */
    static double load(NodePorts ports, long rows, long rowBytes, long seed) throws IOException, InterruptedException {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("hosts", ports.address());
        properties.put("port", ports.cql());
        properties.put("cassandra.keyspace", KEYSPACE);
        properties.put("cassandra.createschema", true);
        properties.put("cassandra.load.inflight", IN_FLIGHT);
        properties.put("table", "usertable");
        properties.put("fieldcount", 1);
        properties.put("fieldlength", rowBytes);
        properties.put("recordcount", rows);
        properties.put("insertproportion", 0);
        properties.put("scanproportion", 0);
        properties.put("seed", seed);
        List<String> command = HttpProcess.java(HEAP, MAIN);
        command.addAll(List.of("-load", "-threads", Integer.toString(THREADS)));
        properties.forEach((name, value) -> command.addAll(List.of("-p", name + "=" + value)));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            Matcher rate = RATE.matcher(output);
            if (process.waitFor() != 0 || !rate.find()) {
                throw new IOException("rows=" + rows + ": not loaded: " + output.strip());
            }
            return Double.parseDouble(rate.group(1));
        } finally {
            process.destroyForcibly();
        }
    }
}
