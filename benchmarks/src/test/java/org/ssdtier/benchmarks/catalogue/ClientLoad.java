package org.ssdtier.benchmarks.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.checks.Polling;

/**
 * A load of clients that continuously write and read one table. Each client has keys of its own and records their
 * values, so that every read has one correct answer. A failed operation or a wrong answer ends the client and fails the
 * test.
 */
final class ClientLoad implements AutoCloseable {
    private static final int CLIENTS = 2;
    private static final int KEYS = 25;
    private static final int ROWS = 20;
    private static final String TABLE = ProbeTables.KEYSPACE + ".live";

    private final CqlSession session;
    private final ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    private final List<Future<?>> running = new ArrayList<>();
    private final List<Client> known = new ArrayList<>();
    private final AtomicLong operations = new AtomicLong();
    private volatile boolean stopping;

    private ClientLoad(CqlSession session) {
        this.session = session;
    }

    static void createTable(CqlSession session) {
        session.execute("CREATE TABLE " + TABLE
                + " (k int, c int, n bigint, tags map<text, text>, PRIMARY KEY (k, c))"
                + " WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}");
    }

    /** Starts the clients on an empty table. */
    static ClientLoad start(CqlSession session) {
        ClientLoad load = new ClientLoad(session);
        for (int i = 0; i < CLIENTS; i++) {
            Client client = load.new Client(i);
            load.known.add(client);
            load.running.add(load.clients.submit(client::run));
        }
        return load;
    }

    /** Returns the number of operations with a correct answer since the start. */
    long operations() {
        return operations.get();
    }

    /** Waits for a number of further operations, or until a client fails. */
    void await(long more) throws Exception {
        long wanted = operations.get() + more;
        Polling.until("operations=" + wanted, () -> {
            for (Future<?> client : running) {
                if (client.isDone()) {
                    client.get();
                }
            }
            return operations.get() >= wanted;
        });
    }

    /** Ends the clients; fails if one of them has failed. */
    void stop() throws ExecutionException, InterruptedException {
        stopping = true;
        for (Future<?> client : running) {
            client.get();
        }
    }

    /** Checks that the table contains exactly the rows recorded by the clients. */
    void assertEveryRow(CqlSession reader) {
        Map<Key, Values> expected = new HashMap<>();
        known.forEach(client -> expected.putAll(client.rows));
        assertTrue(expected.size() > KEYS, "rows=" + expected.size());
        Map<Key, Values> found = new HashMap<>();
        for (Row row : reader.execute("SELECT k, c, n, tags FROM " + TABLE)) {
            found.put(new Key(row.getInt("k"), row.getInt("c")), Values.of(row));
        }
        found.forEach((key, row) -> assertEquals(expected.get(key), row, key.toString()));
        assertEquals(expected.keySet(), found.keySet());
    }

    @Override
    public void close() {
        stopping = true;
        clients.shutdown();
    }

    private record Key(int k, int c) {}

    private record Values(long n, Map<String, String> tags) {
        static Values of(Row row) {
            return new Values(row.getLong("n"), new HashMap<>(row.getMap("tags", String.class, String.class)));
        }
    }

    private final class Client {
        private final Random random;
        private final int firstKey;
        private final Map<Key, Values> rows = new HashMap<>();
        private final PreparedStatement insert =
                session.prepare("INSERT INTO " + TABLE + " (k, c, n, tags) VALUES (?, ?, ?, ?)");
        private final PreparedStatement put =
                session.prepare("UPDATE " + TABLE + " SET n = ?, tags[?] = ? WHERE k = ? AND c = ?");
        private final PreparedStatement delete = session.prepare("DELETE FROM " + TABLE + " WHERE k = ? AND c = ?");
        private final PreparedStatement read =
                session.prepare("SELECT n, tags FROM " + TABLE + " WHERE k = ? AND c = ?");
        private final PreparedStatement readAll =
                session.prepare("SELECT k, c, n, tags FROM " + TABLE + " WHERE k = ?");
        private final PreparedStatement readTag =
                session.prepare("SELECT tags[?] AS tag FROM " + TABLE + " WHERE k = ? AND c = ?");

        Client(int number) {
            this.random = new Random(number);
            this.firstKey = number * KEYS;
        }

        void run() {
            for (long n = 1; !stopping; n++) {
                Key key = new Key(firstKey + random.nextInt(KEYS), random.nextInt(ROWS));
                write(key, n);
                read(new Key(firstKey + random.nextInt(KEYS), random.nextInt(ROWS)));
                operations.addAndGet(2);
            }
        }

        private void write(Key key, long n) {
            Values before = rows.get(key);
            String name = "n" + random.nextInt(6);
            switch (random.nextInt(before == null ? 1 : 4)) {
                case 0 -> {
                    Map<String, String> tags = Map.of("host", "h" + n % 9, name, Long.toString(n));
                    session.execute(insert.bind(key.k(), key.c(), n, tags));
                    rows.put(key, new Values(n, new HashMap<>(tags)));
                }
                case 1 -> {
                    session.execute(delete.bind(key.k(), key.c()));
                    rows.remove(key);
                }
                default -> {
                    String value = "p" + n;
                    session.execute(put.bind(n, name, value, key.k(), key.c()));
                    Map<String, String> tags = new HashMap<>(rows.get(key).tags());
                    tags.put(name, value);
                    rows.put(key, new Values(n, tags));
                }
            }
        }

        private void read(Key key) {
            Values expected = rows.get(key);
            switch (random.nextInt(3)) {
                case 0 -> {
                    Row row = session.execute(read.bind(key.k(), key.c())).one();
                    assertEquals(expected, row == null ? null : Values.of(row), key.toString());
                }
                case 1 -> {
                    Row row = session.execute(readTag.bind("host", key.k(), key.c()))
                            .one();
                    assertEquals(tag(expected), row == null ? null : row.getString("tag"), key.toString());
                }
                default -> {
                    Map<Key, Values> found = new HashMap<>();
                    for (Row row : session.execute(readAll.bind(key.k()))) {
                        found.put(new Key(row.getInt("k"), row.getInt("c")), Values.of(row));
                    }
                    Map<Key, Values> all = new HashMap<>(rows);
                    all.keySet().removeIf(other -> other.k() != key.k());
                    assertEquals(all, found, key.toString());
                }
            }
        }

        private static @Nullable String tag(@Nullable Values values) {
            return values == null ? null : values.tags().get("host");
        }
    }
}
