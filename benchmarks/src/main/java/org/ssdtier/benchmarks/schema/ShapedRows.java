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
 * Rows whose map has one of many sets of keys, two rows a partition: the values follow from a row's number and version, the keys from
 * its partition. So each set of keys comes again at once, and every SSTable has as many definitions as it has partitions in different
 * shapes.
 */
final class ShapedRows {
    private static final int KEYS = 1_000;
    private static final int KEYS_OF_A_ROW = 5;
    private static final int ROWS_OF_A_PARTITION = 2;
    private static final int UNDER_WAY = 256;
    /** The first draws of generators with neighbouring seeds are alike. */
    private static final long SEED_STEP = 0x9e3779b97f4a7c15L;

    private final CqlSession session;
    private final PreparedStatement insert;
    private final PreparedStatement select;

    /** @param table with its keyspace, made by {@link #create} */
    ShapedRows(CqlSession session, String table) {
        this.session = session;
        this.insert = session.prepare("INSERT INTO " + table + " (id, c, attrs) VALUES (?, ?, ?)");
        this.select = session.prepare("SELECT attrs FROM " + table + " WHERE id = ? AND c = ?");
    }

    /** Makes a table that is compacted by nobody. */
    static void create(CqlSession session, String table, boolean isCatalogued) {
        session.execute("CREATE TABLE " + table
                + " (id bigint, c int, attrs map<text, text>, PRIMARY KEY (id, c)) WITH compaction ="
                + " {'class': 'SizeTieredCompactionStrategy', 'enabled': 'false'}"
                + (isCatalogued ? " AND extensions = {'schema_catalogue': 'true'}" : ""));
    }

    /** The map of a row. */
    static Map<String, String> attributes(long shape, long row, int version) {
        Random names = new Random(SEED_STEP * (shape + 1));
        Map<String, String> attributes = new TreeMap<>();
        while (attributes.size() < KEYS_OF_A_ROW) {
            attributes.put(String.format("key%05d", names.nextInt(KEYS)), Long.toHexString(SEED_STEP * row + version));
        }
        return attributes;
    }

    /** Which shape the rows of a partition have. */
    interface Shape {
        long of(long partition);
    }

    /** Writes the rows from {@code first} on; they are acknowledged when this returns. */
    void write(long first, int count, int version, Shape shape) throws IOException, InterruptedException {
        Semaphore free = new Semaphore(UNDER_WAY);
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
        free.acquire(UNDER_WAY);
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

    /** Reads the rows from {@code first} on; returns how many are missing or not as they were written. */
    long countWrong(long first, int count, long step, int version, Shape shape)
            throws IOException, InterruptedException {
        Semaphore free = new Semaphore(UNDER_WAY);
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
        free.acquire(UNDER_WAY);
        Throwable cause = failure.get();
        if (cause != null) {
            throw new IOException("rows=" + count + " from=" + first + ": could not be read", cause);
        }
        return wrong.get();
    }
}
