package org.ssdtier.files.ycsb;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicBoolean;
import org.ssdtier.files.cql.Access;
import org.ssdtier.files.cql.Connection;
import org.ssdtier.files.cql.Target;
import org.ssdtier.files.model.StoreSettings;
import org.ssdtier.files.store.FileStore;

/**
 * The store of all clients with equal settings, opened once for each class of operations. The last client to close it
 * closes the connection. YCSB creates one database object per thread and offers them no shared place, hence the static
 * map.
 */
final class SharedStores implements AutoCloseable {
    private static final Map<Key, Shared> OPEN = new HashMap<>();

    private final Key key;
    private final Shared shared;
    private final AtomicBoolean closed = new AtomicBoolean();

    private SharedStores(Key key, Shared shared) {
        this.key = key;
        this.shared = shared;
    }

    /** Returns the stores that the properties describe; the caller closes them. */
    static SharedStores acquire(Properties properties) throws IOException {
        Key key = key(properties);
        synchronized (OPEN) {
            Shared shared = OPEN.get(key);
            if (shared == null) {
                shared = Shared.open(key);
                OPEN.put(key, shared);
            }
            shared.users++;
            return new SharedStores(key, shared);
        }
    }

    private static Key key(Properties properties) {
        String datacentre = Setting.text(properties, "cassandra.datacenter", "datacenter1");
        Target target = new Target(
                List.of(Setting.text(properties, "hosts", "127.0.0.1").split(",", -1)),
                (int) Setting.number(properties, "port", 9042, 1, 65_535),
                datacentre,
                Setting.text(properties, "cassandra.keyspace", "files"),
                Setting.text(properties, "cassandra.username", ""),
                Setting.text(properties, "cassandra.password", ""),
                Duration.ofMillis(Setting.number(properties, "cassandra.requesttimeoutmillis", 10_000, 1, 3_600_000)));
        Access read = access(properties, "read", Access.to(datacentre));
        return new Key(
                target, read, access(properties, "write", Access.to(datacentre)), access(properties, "scan", read));
    }

    /** Returns the access of a class of operations: {@code files.CLASS.consistency} and {@code files.CLASS.datacenter}. */
    private static Access access(Properties properties, String operations, Access defaults) {
        Access named = new Access(
                Setting.text(properties, "files." + operations + ".datacenter", defaults.datacentre()),
                defaults.reads(),
                defaults.writes());
        String level = Setting.text(properties, "files." + operations + ".consistency", "");
        if (level.isEmpty()) {
            return named;
        }
        ConsistencyLevel consistency = Access.level(level);
        return operations.equals("write") ? named.withWrites(consistency) : named.withReads(consistency);
    }

    FileStore reads() {
        return shared.reads;
    }

    FileStore writes() {
        return shared.writes;
    }

    FileStore scans() {
        return shared.scans;
    }

    @Override
    public void close() throws IOException {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        synchronized (OPEN) {
            shared.users--;
            if (shared.users > 0) {
                return;
            }
            OPEN.remove(key);
        }
        shared.close();
    }

    private record Key(Target target, Access read, Access write, Access scan) {}

    private static final class Shared {
        private final Connection connection;
        private final FileStore reads;
        private final FileStore writes;
        private final FileStore scans;
        private int users;

        private Shared(Connection connection, Key key) throws IOException {
            this.connection = connection;
            StoreSettings settings = connection.settings();
            this.reads = FileStore.open(settings, connection.tables(key.read));
            this.writes = FileStore.open(settings, connection.tables(key.write));
            this.scans = FileStore.open(settings, connection.tables(key.scan));
        }

        static Shared open(Key key) throws IOException {
            Connection connection = Connection.open(
                    key.target, List.of(key.read.datacentre(), key.write.datacentre(), key.scan.datacentre()));
            try {
                return new Shared(connection, key);
            } catch (IOException | RuntimeException e) {
                connection.close();
                throw e;
            }
        }

        private void close() throws IOException {
            try (connection) {
                reads.close();
                writes.close();
                scans.close();
            }
        }
    }
}
