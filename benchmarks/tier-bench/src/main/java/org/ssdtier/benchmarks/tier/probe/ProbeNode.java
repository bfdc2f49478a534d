package org.ssdtier.benchmarks.tier.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.Keyspace;
import org.apache.cassandra.service.CassandraDaemon;

/**
 * A whole node in the probe's JVM, without native transport and commit log, whose memtables are flushed only on
 * request.
 */
final class ProbeNode {
    private static final String KEYSPACE = "probe";

    private ProbeNode() {}

    /**
     * Starts the node, which runs until the JVM ends.
     *
     * @param directory directory of its files
     * @param memoryMib size of the memory tier in MiB
     * @param refreshTime maximum time of a flush for the cache
     */
    static void start(Path directory, long memoryMib, String refreshTime) throws IOException {
        Files.createDirectories(directory);
        Path yaml = directory.resolve("cassandra.yaml");
        Files.writeString(yaml, yaml(directory, memoryMib, refreshTime));
        System.setProperty("cassandra.config", yaml.toUri().toString());
        System.setProperty("cassandra.storagedir", directory.toString());
        System.setProperty("cassandra-foreground", "true");
        System.setProperty("cassandra.ring_delay_ms", "0");
        System.setProperty("cassandra.skip_wait_for_gossip_to_settle", "0");
        System.setProperty("cassandra.superuser_setup_delay_ms", "0");
        System.setProperty("cassandra.skip_sync", "true");
        new CassandraDaemon(true).activate();
        QueryProcessor.executeInternal(
                "CREATE KEYSPACE " + KEYSPACE
                        + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1} AND durable_writes = false");
    }

    /**
     * Creates a table of small rows with one row per key; {@code rowsPerPartition} is the value in the table's caching
     * options.
     */
    static ColumnFamilyStore createTable(String name, String rowsPerPartition) {
        QueryProcessor.executeInternal("CREATE TABLE " + KEYSPACE + "." + name
                + " (k text PRIMARY KEY, a text, b text) WITH caching = {'keys': 'ALL', 'rows_per_partition': '"
                + rowsPerPartition + "'}");
        ColumnFamilyStore table = Keyspace.open(KEYSPACE).getColumnFamilyStore(name);
        table.disableAutoCompaction();
        return table;
    }

    private static String yaml(Path directory, long memoryMib, String refreshTime) {
        return String.join(
                "\n",
                "cluster_name: probe",
                "num_tokens: 1",
                "partitioner: org.apache.cassandra.dht.Murmur3Partitioner",
                "listen_address: 127.0.0.1",
                "rpc_address: 127.0.0.1",
                "storage_port: 27000",
                "start_native_transport: false",
                "endpoint_snitch: SimpleSnitch",
                "seed_provider:",
                "  - class_name: org.apache.cassandra.locator.SimpleSeedProvider",
                "    parameters:",
                "      - seeds: \"127.0.0.1:27000\"",
                "commitlog_sync: periodic",
                "commitlog_sync_period: 10000ms",
                "memtable_heap_space: " + (Runtime.getRuntime().maxMemory() >> 20) * 3 / 4 + "MiB",
                "memtable_cleanup_threshold: 0.9",
                "auto_snapshot: false",
                "key_cache_size: 64MiB",
                "row_cache_size: " + memoryMib + "MiB",
                "ssd_row_cache:",
                "  enabled: true",
                "  directory: " + directory.resolve("ssd_row_cache"),
                "  allow_shared_device: true",
                "  size: 1GiB",
                "  heap_limit: " + (Runtime.getRuntime().maxMemory() >> 20) / 3 + "MiB",
                "  flush_refresh_time: " + refreshTime,
                "");
    }
}
