package org.ssdtier.files.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.ProgrammaticDriverConfigLoaderBuilder;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ssdtier.files.model.StoreException;
import org.ssdtier.files.model.StoreSettings;
import org.ssdtier.files.table.StoreTables;

/**
 * A connection to the cluster of a store. Each datacentre in use has an execution profile of the driver, whose
 * load-balancing policy uses only its nodes. Thread-safe; the caller closes it.
 */
public final class Connection implements AutoCloseable {
    private final CqlSession session;
    private final String keyspace;
    private final Map<String, String> profiles;
    private final Statements statements;

    private Connection(CqlSession session, String keyspace, Map<String, String> profiles) {
        this.session = session;
        this.keyspace = keyspace;
        this.profiles = profiles;
        this.statements = new Statements(session);
    }

    /**
     * Opens a connection.
     *
     * @param target cluster and keyspace
     * @param others further datacentres that operations may use
     * @throws StoreException if no node can be reached
     */
    public static Connection open(Target target, List<String> others) throws StoreException {
        List<InetSocketAddress> points = new ArrayList<>();
        for (String host : target.hosts()) {
            points.add(new InetSocketAddress(host, target.port()));
        }
        Map<String, String> profiles = new HashMap<>();
        ProgrammaticDriverConfigLoaderBuilder config = options(target);
        for (String datacentre : others) {
            if (!datacentre.equals(target.datacentre()) && !profiles.containsKey(datacentre)) {
                String profile = "datacentre-" + profiles.size();
                profiles.put(datacentre, profile);
                config.startProfile(profile)
                        .withString(DefaultDriverOption.LOAD_BALANCING_LOCAL_DATACENTER, datacentre)
                        .endProfile();
            }
        }
        CqlSessionBuilder builder =
                CqlSession.builder().addContactPoints(points).withConfigLoader(config.build());
        if (!target.username().isEmpty()) {
            builder.withAuthCredentials(target.username(), target.password());
        }
        try {
            return new Connection(builder.build(), target.keyspace(), profiles);
        } catch (DriverException e) {
            throw new StoreException(
                    "hosts=" + target.hosts() + " port=" + target.port() + " datacentre=" + target.datacentre()
                            + ": no node can be reached: " + e.getMessage(),
                    e);
        }
    }

    private static ProgrammaticDriverConfigLoaderBuilder options(Target target) {
        return DriverConfigLoader.programmaticBuilder()
                .withString(DefaultDriverOption.LOAD_BALANCING_LOCAL_DATACENTER, target.datacentre())
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, target.requestTimeout())
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, Duration.ofSeconds(10))
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, Duration.ofSeconds(30))
                .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, Duration.ofMillis(200))
                .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, Duration.ofSeconds(5))
                .withInt(DefaultDriverOption.CONNECTION_MAX_REQUESTS, 4_096)
                .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0);
    }

    /**
     * Creates the keyspace and the tables, if they do not exist, and records the settings.
     *
     * @param replicas number of replicas of each datacentre
     * @throws StoreException if there is a store with other settings
     */
    public void create(StoreSettings settings, Map<String, Integer> replicas) throws StoreException {
        CqlCalls.run(() -> {
            new Schema(session, keyspace).create(replicas);
            return true;
        });
        new SettingsTable(session, keyspace).record(settings);
    }

    /**
     * Returns the settings of the store.
     *
     * @throws StoreException if there is no store, or one of another version
     */
    public StoreSettings settings() throws StoreException {
        return new SettingsTable(session, keyspace).read();
    }

    /** Returns the tables for a class of operations; its datacentre must be one that the connection was opened with. */
    public StoreTables tables(Access access) {
        String profile = profiles.getOrDefault(access.datacentre(), "");
        return new CqlTables(session, statements, keyspace, access, profile);
    }

    /** Returns the name of the cluster; empty if it is not known. */
    public String cluster() {
        return session.getMetadata().getClusterName().orElse("");
    }

    /** Returns the keyspace. */
    public String keyspace() {
        return keyspace;
    }

    @Override
    public void close() {
        session.close();
    }
}
