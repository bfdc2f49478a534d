package org.ssdtier.ycsb.cql;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.ssdtier.ycsb.workload.OperationType;
import site.ycsb.Client;

/**
 * The settings of a connection to a cluster. Sessions are shared between clients with equal settings.
 *
 * @param contactPoints nodes to connect to first
 * @param datacentre datacentre that serves the requests
 * @param keyspace keyspace of the tables
 * @param username name of the user; empty = no authentication
 * @param password password of {@code username}
 * @param requestTimeout time after which a request has failed
 * @param connections number of connections to each node
 * @param consistency consistency level of each operation
 * @param loadInFlight number of inserts that one thread of a load phase keeps in flight; 1 = one after the other
 * @param createSchema whether the clients create the keyspace and the table if they do not exist
 */
public record CqlSettings(
        List<InetSocketAddress> contactPoints,
        String datacentre,
        String keyspace,
        String username,
        String password,
        Duration requestTimeout,
        int connections,
        Map<OperationType, ConsistencyLevel> consistency,
        int loadInFlight,
        boolean createSchema) {
    /** Comma-separated contact points; default 127.0.0.1. */
    public static final String HOSTS_PROPERTY = "hosts";
    /** Port of all contact points; default 9042. */
    public static final String PORT_PROPERTY = "port";
    /** Local datacentre; default datacenter1. */
    public static final String DATACENTRE_PROPERTY = "cassandra.datacenter";
    /** Keyspace; default ycsb. */
    public static final String KEYSPACE_PROPERTY = "cassandra.keyspace";

    public static final String USERNAME_PROPERTY = "cassandra.username";
    public static final String PASSWORD_PROPERTY = "cassandra.password";
    /** Milliseconds after which a request has failed; default 10,000. */
    public static final String REQUEST_TIMEOUT_PROPERTY = "cassandra.requesttimeoutmillis";
    /** Connections to each node; default 2. */
    public static final String CONNECTIONS_PROPERTY = "cassandra.coreconnections";
    /** Consistency level of reads, and of scans unless they have their own; default ONE. */
    public static final String READ_CONSISTENCY_PROPERTY = "cassandra.readconsistencylevel";
    /** Consistency level of scans. */
    public static final String SCAN_CONSISTENCY_PROPERTY = "cassandra.scanconsistencylevel";
    /** Consistency level of updates, inserts and deletes unless they have their own; default ONE. */
    public static final String WRITE_CONSISTENCY_PROPERTY = "cassandra.writeconsistencylevel";

    public static final String UPDATE_CONSISTENCY_PROPERTY = "cassandra.updateconsistencylevel";
    public static final String INSERT_CONSISTENCY_PROPERTY = "cassandra.insertconsistencylevel";
    public static final String DELETE_CONSISTENCY_PROPERTY = "cassandra.deleteconsistencylevel";
    /** Inserts that a thread of the load phase keeps in flight; default 64, 1 = one after the other. */
    public static final String LOAD_IN_FLIGHT_PROPERTY = "cassandra.load.inflight";
    /** True if clients create the keyspace and the table if they do not exist; default false. */
    public static final String CREATE_SCHEMA_PROPERTY = "cassandra.createschema";

    public CqlSettings {
        contactPoints = List.copyOf(contactPoints);
        consistency = Map.copyOf(consistency);
        Setting.identifier(KEYSPACE_PROPERTY, keyspace);
    }

    /**
     * Reads the settings from YCSB's properties.
     *
     * @throws IllegalArgumentException if a value is not allowed
     */
    public static CqlSettings from(Properties properties) {
        boolean loads = !Boolean.parseBoolean(properties.getProperty(Client.DO_TRANSACTIONS_PROPERTY, "true"));
        int inFlight = Setting.integer(properties, LOAD_IN_FLIGHT_PROPERTY, 64, 1, 1024);
        return new CqlSettings(
                contactPoints(properties),
                properties.getProperty(DATACENTRE_PROPERTY, "datacenter1"),
                properties.getProperty(KEYSPACE_PROPERTY, "ycsb"),
                properties.getProperty(USERNAME_PROPERTY, ""),
                properties.getProperty(PASSWORD_PROPERTY, ""),
                Duration.ofMillis(Setting.integer(properties, REQUEST_TIMEOUT_PROPERTY, 10_000, 1, 3_600_000)),
                Setting.integer(properties, CONNECTIONS_PROPERTY, 2, 1, 64),
                consistencyLevels(properties),
                loads ? inFlight : 1,
                Boolean.parseBoolean(properties.getProperty(CREATE_SCHEMA_PROPERTY, "false")));
    }

    private static List<InetSocketAddress> contactPoints(Properties properties) {
        int port = Setting.integer(properties, PORT_PROPERTY, 9042, 1, 65_535);
        List<InetSocketAddress> points = new ArrayList<>();
        for (String host : properties.getProperty(HOSTS_PROPERTY, "127.0.0.1").split(",", -1)) {
            if (host.isBlank()) {
                throw new IllegalArgumentException(HOSTS_PROPERTY + "=" + properties.getProperty(HOSTS_PROPERTY)
                        + ", allowed: host names separated by commas");
            }
            points.add(new InetSocketAddress(host.trim(), port));
        }
        return points;
    }

    private static Map<OperationType, ConsistencyLevel> consistencyLevels(Properties properties) {
        DefaultConsistencyLevel read =
                Setting.choice(properties, READ_CONSISTENCY_PROPERTY, DefaultConsistencyLevel.ONE);
        DefaultConsistencyLevel write =
                Setting.choice(properties, WRITE_CONSISTENCY_PROPERTY, DefaultConsistencyLevel.ONE);
        Map<OperationType, ConsistencyLevel> levels = new EnumMap<>(OperationType.class);
        levels.put(OperationType.READ, read);
        levels.put(OperationType.SCAN, Setting.choice(properties, SCAN_CONSISTENCY_PROPERTY, read));
        levels.put(OperationType.UPDATE, Setting.choice(properties, UPDATE_CONSISTENCY_PROPERTY, write));
        levels.put(OperationType.INSERT, Setting.choice(properties, INSERT_CONSISTENCY_PROPERTY, write));
        levels.put(OperationType.DELETE, Setting.choice(properties, DELETE_CONSISTENCY_PROPERTY, write));
        return levels;
    }

    /** Returns a description without the password. */
    @Override
    public String toString() {
        return "contactPoints=" + contactPoints + " datacentre=" + datacentre + " keyspace=" + keyspace;
    }
}
