package org.ssdtier.ycsb.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.ssdtier.ycsb.workload.OperationType;

/**
 * The session of all clients with equal settings, and the statements they have prepared. The last client to close it
 * closes the session. YCSB creates one database object per thread and offers them no shared place, hence the static
 * map.
 */
public final class SharedSession implements AutoCloseable {
    private static final int MAX_STATEMENTS = 4_096;
    /** Base delay between reconnection attempts; short, so that a restarted node is found soon. */
    private static final Duration RECONNECTION_DELAY = Duration.ofMillis(200);

    /** Several nodes on one machine need longer than the driver's ten seconds. */
    private static final Duration LONGEST_AGREEMENT = Duration.ofSeconds(60);

    private static final Duration LONGEST_RECONNECTION_DELAY = Duration.ofSeconds(1);
    private static final Map<CqlSettings, Shared> OPEN = new HashMap<>();

    private final CqlSettings settings;
    private final Shared shared;
    private final AtomicBoolean closed = new AtomicBoolean();

    private SharedSession(CqlSettings settings, Shared shared) {
        this.settings = settings;
        this.shared = shared;
    }

    /**
     * Returns a session with these settings, opened if none is open. The caller closes it.
     *
     * @throws com.datastax.oss.driver.api.core.DriverException if the cluster cannot be reached
     */
    public static SharedSession acquire(CqlSettings settings) {
        synchronized (OPEN) {
            Shared shared = OPEN.get(settings);
            if (shared == null) {
                shared = new Shared(open(settings));
                OPEN.put(settings, shared);
            }
            shared.users++;
            return new SharedSession(settings, shared);
        }
    }

    private static CqlSession open(CqlSettings settings) {
        DriverConfigLoader config = DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, settings.requestTimeout())
                .withDuration(DefaultDriverOption.CONTROL_CONNECTION_AGREEMENT_TIMEOUT, LONGEST_AGREEMENT)
                .withInt(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, settings.connections())
                .withInt(DefaultDriverOption.CONNECTION_MAX_REQUESTS, 4_096)
                .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, RECONNECTION_DELAY)
                .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, LONGEST_RECONNECTION_DELAY)
                .withBoolean(DefaultDriverOption.REQUEST_DEFAULT_IDEMPOTENCE, true)
                .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
                .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0)
                .build();
        CqlSessionBuilder builder = CqlSession.builder()
                .addContactPoints(settings.contactPoints())
                .withLocalDatacenter(settings.datacentre())
                .withConfigLoader(config);
        if (!settings.username().isEmpty()) {
            builder.withAuthCredentials(settings.username(), settings.password());
        }
        return builder.build();
    }

    /** Returns the session. */
    public CqlSession session() {
        return shared.session;
    }

    /**
     * Returns the prepared statement of an operation on some fields, prepared once.
     *
     * @param table part of the key, so that statements of several tables are distinct
     * @param fields part of the key, so that statements on different fields are distinct
     * @param cql supplier of the statement's text, called if it is not prepared yet
     */
    PreparedStatement prepare(TableSpec table, OperationType operation, List<String> fields, Supplier<String> cql) {
        StatementKey key = new StatementKey(table.quoted(), table.shape(), operation, fields);
        PreparedStatement prepared = shared.statements.get(key);
        return prepared != null ? prepared : prepare(key, cql.get());
    }

    private PreparedStatement prepare(StatementKey key, String cql) {
        if (shared.statements.size() >= MAX_STATEMENTS) {
            shared.statements.clear();
        }
        PreparedStatement prepared = shared.session.prepare(SimpleStatement.newInstance(cql)
                .setConsistencyLevel(settings.consistency().get(key.operation)));
        shared.statements.put(key, prepared);
        return prepared;
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        synchronized (OPEN) {
            shared.users--;
            if (shared.users > 0) {
                return;
            }
            OPEN.remove(settings);
        }
        shared.session.close();
    }

    private record StatementKey(String table, TableShape shape, OperationType operation, List<String> fields) {}

    private static final class Shared {
        private final CqlSession session;
        private final Map<StatementKey, PreparedStatement> statements = new ConcurrentHashMap<>();
        private int users;

        private Shared(CqlSession session) {
            this.session = session;
        }
    }
}
