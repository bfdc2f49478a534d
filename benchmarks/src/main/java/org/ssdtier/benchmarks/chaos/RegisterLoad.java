package org.ssdtier.benchmarks.chaos;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.ssdtier.benchmarks.chaos.register.RegisterHistory;
import org.ssdtier.benchmarks.chaos.register.RegisterOperation;
import org.ssdtier.ycsb.generator.Mix;

/**
 * Clients of registers, each of which is a row: lightweight transactions and reads at SERIAL. All operations are recorded. A
 * request that fails may have taken effect.
 */
final class RegisterLoad implements AutoCloseable {
    /** Name of the table. */
    static final String TABLE = "registers";

    private static final int REGISTERS = 20;
    /** Number of clients, each with one request at a time. */
    static final int CLIENTS = 3;

    private static final int PAUSE_MILLIS = 30;
    private static final double READS = 0.4;
    /** Some transactions expect a value that the register cannot have any more. */
    private static final double OUTDATED = 0.1;

    private final CqlSession session;
    private final ClientErrors errors;
    private final RegisterHistory history = new RegisterHistory();
    private final AtomicLongArray known = new AtomicLongArray(REGISTERS);
    private final AtomicLong values = new AtomicLong();
    private final PreparedStatement read;
    private final PreparedStatement create;
    private final PreparedStatement set;
    private final LoadThreads threads = new LoadThreads("register");

    /**
     * Prepares the clients.
     *
     * @param session session that retries nothing; closed by the caller, after this object
     */
    RegisterLoad(CqlSession session, String keyspace, ClientErrors errors) {
        this.session = session;
        this.errors = errors;
        String table = keyspace + "." + TABLE;
        read = session.prepare(SimpleStatement.newInstance("SELECT value FROM " + table + " WHERE key = ?")
                .setConsistencyLevel(ConsistencyLevel.SERIAL));
        create = prepare("INSERT INTO " + table + " (value, key) VALUES (?, ?) IF NOT EXISTS");
        set = prepare("UPDATE " + table + " SET value = ? WHERE key = ? IF value = ?");
    }

    private PreparedStatement prepare(String cql) {
        return session.prepare(SimpleStatement.newInstance(cql)
                .setConsistencyLevel(ConsistencyLevel.QUORUM)
                .setSerialConsistencyLevel(ConsistencyLevel.SERIAL)
                .setIdempotent(false));
    }

    /** Starts the clients. */
    void start(long seed) {
        for (int number = 0; number < CLIENTS; number++) {
            int client = number;
            SplittableRandom random = new SplittableRandom(Mix.of(seed, 3, client));
            threads.start(PAUSE_MILLIS, () -> operate(client, random));
        }
    }

    private void operate(int client, SplittableRandom random) {
        int key = random.nextInt(REGISTERS);
        if (random.nextDouble() < READS) {
            read(client, key);
        } else {
            set(client, key, random.nextDouble() < OUTDATED);
        }
    }

    private void read(int client, int key) {
        String fault = errors.fault();
        long invoked = System.nanoTime();
        try {
            Row row = session.execute(read.bind(key)).one();
            long observed = row == null ? RegisterOperation.ABSENT : row.getLong("value");
            history.add(key, RegisterOperation.read(client, observed, invoked, System.nanoTime()));
            known.set(key, observed);
        } catch (DriverException e) {
            errors.record(fault, "serial read", e);
        }
    }

    private void set(int client, int key, boolean isOutdated) {
        long current = known.get(key);
        // no value is negative, so none is equal to it
        long expected = isOutdated && current != RegisterOperation.ABSENT ? -current : current;
        long written = values.incrementAndGet();
        BoundStatement statement =
                expected == RegisterOperation.ABSENT ? create.bind(written, key) : set.bind(written, key, expected);
        String fault = errors.fault();
        long invoked = System.nanoTime();
        try {
            Row row = session.execute(statement).one();
            long returned = System.nanoTime();
            if (row == null) {
                throw new IllegalStateException("register=" + key + ": an answer without a row");
            }
            if (row.getBoolean("[applied]")) {
                history.add(key, RegisterOperation.applied(client, expected, written, invoked, returned));
                known.set(key, written);
            } else {
                long observed =
                        row.getColumnDefinitions().contains("value") ? row.getLong("value") : RegisterOperation.ABSENT;
                history.add(key, RegisterOperation.refused(client, expected, observed, invoked, returned));
                known.set(key, observed);
            }
        } catch (DriverException e) {
            errors.record(fault, "transaction", e);
            history.add(key, RegisterOperation.unknown(client, expected, written, invoked));
        }
    }

    /** Returns all operations so far. */
    RegisterHistory history() {
        return history;
    }

    /** Returns the first unexpected failure of a client, in words, or an empty string. */
    String problem() {
        return threads.problem();
    }

    /** Stops the clients, and reads each register once more. */
    void stop() throws InterruptedException {
        if (threads.stop()) {
            for (int key = 0; key < REGISTERS; key++) {
                read(CLIENTS, key);
            }
        }
    }

    @Override
    public void close() throws InterruptedException {
        threads.stop();
    }
}
