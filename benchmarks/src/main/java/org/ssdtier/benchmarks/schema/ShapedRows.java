package org.ssdtier.benchmarks.schema;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.io.IOException;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A table of rows whose map has one of many sets of keys, with two rows per partition. The values are a function of a
 * row's number and version, the keys of its partition. So each set of keys occurs again immediately, and an SSTable has
 * as many definitions as its partitions have different shapes. The table is not compressed: a compressor stores the names
 * of neighbours only once, so definitions of two rows each would not be made.
 */
final class ShapedRows {
    static final int LEAST_KEY_BYTES = 8;

    private static final int KEYS = 1_000;
    private static final int KEYS_OF_A_ROW = 5;
    private static final int ROWS_OF_A_PARTITION = 2;
    private static final int MAX_WRITES_IN_FLIGHT = 256;
    /** As many as a node runs at once: a read of a thousand SSTables that waits for 255 others would time out. */
    private static final int MAX_READS_IN_FLIGHT = 32;

    /** Distance between seeds: the first draws of generators with neighbouring seeds are similar. */
    private static final long SEED_STEP = 0x9e3779b97f4a7c15L;

    private final CqlSession session;
    private final int keyBytes;
    private final PreparedStatement insert;
    private final PreparedStatement select;

    /**
     * Prepares the statements.
     *
     * @param table name of the table with its keyspace, created by {@link #create}
     * @param keyBytes length of each key of the maps, at least {@link #LEAST_KEY_BYTES}
     */
    ShapedRows(CqlSession session, String table, int keyBytes) {
        this.session = session;
        this.keyBytes = keyBytes;
        this.insert = session.prepare("INSERT INTO " + table + " (id, c, attrs) VALUES (?, ?, ?)");
        this.select = session.prepare("SELECT attrs FROM " + table + " WHERE id = ? AND c = ?");
    }

    /** Creates a table with automatic compaction disabled. */
    static void create(CqlSession session, String table, boolean isCatalogued) {
        session.execute("CREATE TABLE " + table
                + " (id bigint, c int, attrs map<text, text>, PRIMARY KEY (id, c)) WITH compaction ="
                + " {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'} AND compression = {'enabled': 'false'}"
                + (isCatalogued ? " AND extensions = {'schema_catalogue': 'true'}" : ""));
    }

    /** Returns the map of a row. */
    private Map<String, String> attributes(long shape, long row, int version) {
        Random names = new Random(SEED_STEP * (shape + 1));
        Map<String, String> attributes = new TreeMap<>();
        while (attributes.size() < KEYS_OF_A_ROW) {
            String key = String.format("key%0" + (keyBytes - 3) + "d", names.nextInt(KEYS));
            attributes.put(key, Long.toHexString(SEED_STEP * row + version));
        }
        return attributes;
    }

    /** A function from a partition to the shape of its rows. */
    interface Shape {
        long of(long partition);
    }

    /** Writes {@code count} rows beginning at {@code first}, and waits until they are acknowledged. */
    void write(long first, int count, int version, Shape shape) throws IOException, InterruptedException {
        Semaphore free = new Semaphore(MAX_WRITES_IN_FLIGHT);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        for (long row = first; row < first + count; row++) {
            free.acquire();
            session.executeAsync(insert.bind(
                            partition(row), clustering(row), attributes(shape.of(partition(row)), row, version)))
                    .whenComplete((result, error) -> {
                        failure.compareAndSet(null, error);
                        free.release();
                    });
        }
        free.acquire(MAX_WRITES_IN_FLIGHT);
        Throwable cause = failure.get();
        if (cause != null) {
            throw new IOException("rows=" + count + " from=" + first + ": could not be written: " + cause, cause);
        }
    }

    private static long partition(long row) {
        return row / ROWS_OF_A_PARTITION;
    }

    private static int clustering(long row) {
        return (int) (row % ROWS_OF_A_PARTITION);
    }

    /**
     * Reads {@code count} rows beginning at {@code first}, {@code step} apart; returns the number of rows missing or
     * different from those written.
     */
    long countWrong(long first, int count, long step, int version, Shape shape)
            throws IOException, InterruptedException {
        Semaphore free = new Semaphore(MAX_READS_IN_FLIGHT);
        AtomicReference<Throwable> failure = new AtomicReference<>();
        AtomicLong wrong = new AtomicLong();
        for (long row = first; row < first + count * step; row += step) {
            long id = row;
            free.acquire();
            session.executeAsync(select.bind(partition(id), clustering(id))).whenComplete((result, error) -> {
                failure.compareAndSet(null, error);
                Row found = error == null ? result.one() : null;
                if (found == null
                        || !attributes(shape.of(partition(id)), id, version)
                                .equals(found.getMap("attrs", String.class, String.class))) {
                    wrong.incrementAndGet();
                }
                free.release();
            });
        }
        free.acquire(MAX_READS_IN_FLIGHT);
        Throwable cause = failure.get();
        if (cause != null) {
            throw new IOException("rows=" + count + " from=" + first + ": could not be read: " + cause, cause);
        }
        return wrong.get();
    }
}
