package org.ssdtier.ycsb;

import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.ycsb.cql.CqlSchema;
import org.ssdtier.ycsb.cql.CqlSettings;
import org.ssdtier.ycsb.cql.RecordBinding;
import org.ssdtier.ycsb.cql.SharedSession;
import org.ssdtier.ycsb.cql.Statuses;
import org.ssdtier.ycsb.cql.TableSpec;
import org.ssdtier.ycsb.workload.AsynchronousDb;
import org.ssdtier.ycsb.workload.OperationSink;
import org.ssdtier.ycsb.workload.OperationType;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * A YCSB database backed by a Cassandra table, accessed through the Java driver with prepared statements. There is one
 * object per client thread and one session for all of them. See {@link CqlSettings} and {@link TableSpec} for the
 * properties.
 *
 * <p>In a load phase a thread has up to {@code cassandra.load.inflight} inserts in flight. {@link #insert} then returns
 * {@link Status#BATCHED_OK} and the outcome is reported to the {@link OperationSink}. Without a sink, as under YCSB's
 * own client, the next insert returns a late failure, and {@link #cleanup} throws if a failure has not been reported
 * yet.
 */
public final class CqlClient extends DB implements AsynchronousDb {
    private static final Logger LOG = LoggerFactory.getLogger(CqlClient.class);
    private static final WarningLimit WARNINGS = new WarningLimit(System::nanoTime);

    private final AtomicReference<@Nullable Status> lateFailure = new AtomicReference<>();
    private final Map<String, RecordBinding> bindings = new HashMap<>();
    private volatile @Nullable OperationSink sink;
    private @Nullable SharedSession session;
    private @Nullable TableSpec table;
    private int inFlight = 1;
    private Semaphore permits = new Semaphore(1);

    @Override
    public void reportTo(OperationSink newSink) {
        sink = newSink;
    }

    @Override
    public void init() throws DBException {
        SharedSession opened = null;
        try {
            CqlSettings settings = CqlSettings.from(getProperties());
            table = TableSpec.from(getProperties());
            inFlight = settings.loadInFlight();
            permits = new Semaphore(inFlight);
            opened = SharedSession.acquire(settings);
            if (settings.createSchema()) {
                createSchema(opened, table);
            }
            session = opened;
        } catch (RuntimeException e) {
            if (opened != null) {
                opened.close();
            }
            throw new DBException(e.getMessage(), e);
        }
    }

    private static synchronized void createSchema(SharedSession session, TableSpec table) {
        CqlSchema.create(session.session(), table);
    }

    @Override
    public void drain() throws InterruptedException {
        permits.acquire(inFlight);
        permits.release(inFlight);
    }

    @Override
    public void cleanup() throws DBException {
        SharedSession open = session;
        if (open == null) {
            return;
        }
        session = null;
        bindings.clear();
        try {
            drain();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new DBException("interrupted with inserts in flight", e);
        } finally {
            open.close();
        }
        Status late = lateFailure.getAndSet(null);
        if (late != null) {
            throw new DBException("an insert failed: " + late);
        }
    }

    @Override
    public Status read(String tableName, String key, Set<String> fields, Map<String, ByteIterator> result) {
        return execute(OperationType.READ, () -> binding(tableName).read(key, fields), rows -> {
            Row row = rows.one();
            if (row == null) {
                return Status.NOT_FOUND;
            }
            binding(tableName).decode(row, fields, result);
            return Status.OK;
        });
    }

    @Override
    @SuppressWarnings("NonApiType") // YCSB's signature
    public Status scan(
            String tableName,
            String startKey,
            int recordCount,
            Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
        return execute(OperationType.SCAN, () -> binding(tableName).scan(startKey, recordCount, fields), rows -> {
            for (Row row : rows) {
                HashMap<String, ByteIterator> record = new HashMap<>();
                binding(tableName).decode(row, fields, record);
                result.add(record);
            }
            return Status.OK;
        });
    }

    @Override
    public Status update(String tableName, String key, Map<String, ByteIterator> values) {
        return execute(OperationType.UPDATE, () -> binding(tableName).update(key, values), rows -> Status.OK);
    }

    @Override
    public Status delete(String tableName, String key) {
        return execute(OperationType.DELETE, () -> binding(tableName).delete(key), rows -> Status.OK);
    }

    @Override
    public Status insert(String tableName, String key, Map<String, ByteIterator> values) {
        if (inFlight > 1) {
            return insertAsynchronously(tableName, key, values);
        }
        return execute(OperationType.INSERT, () -> binding(tableName).insert(key, values), rows -> Status.OK);
    }

    private Status insertAsynchronously(String tableName, String key, Map<String, ByteIterator> values) {
        Status late = lateFailure.getAndSet(null);
        if (late != null) {
            return late;
        }
        try {
            permits.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failed(OperationType.INSERT, e);
        }
        long start = System.nanoTime();
        try {
            BoundStatement statement = binding(tableName).insert(key, values);
            open().session()
                    .executeAsync(statement)
                    .whenComplete((AsyncResultSet rows, @Nullable Throwable failure) -> inserted(start, failure));
        } catch (RuntimeException e) {
            permits.release();
            return failed(OperationType.INSERT, e);
        }
        return Status.BATCHED_OK;
    }

    /**
     * Reports the outcome of an insert, on a thread of the driver, before releasing the permit that {@link #drain}
     * awaits.
     */
    private void inserted(long start, @Nullable Throwable failure) {
        try {
            Status status = failure == null ? Status.OK : failed(OperationType.INSERT, failure);
            OperationSink to = sink;
            if (to != null) {
                to.record(OperationType.INSERT, status, start, System.nanoTime());
            } else if (!status.isOk()) {
                lateFailure.compareAndSet(null, status);
            }
        } finally {
            permits.release();
        }
    }

    private Status execute(
            OperationType operation, Supplier<BoundStatement> statement, Function<ResultSet, Status> outcome) {
        try {
            return outcome.apply(open().session().execute(statement.get()));
        } catch (DriverException | IllegalArgumentException e) {
            return failed(operation, e);
        }
    }

    private static Status failed(OperationType operation, Throwable failure) {
        Status status = Statuses.of(failure);
        if (WARNINGS.allows()) {
            LOG.warn("{} failed with {}: {}", operation.label(), status.getName(), failure.toString());
        }
        return status;
    }

    private SharedSession open() {
        SharedSession open = session;
        if (open == null) {
            throw new IllegalStateException("the client is not open: init() was not called or failed");
        }
        return open;
    }

    private RecordBinding binding(String tableName) {
        RecordBinding binding = bindings.get(tableName);
        if (binding == null) {
            TableSpec spec = table;
            if (spec == null) {
                throw new IllegalStateException("the client is not open: init() was not called or failed");
            }
            binding = new RecordBinding(open(), spec.withName(tableName));
            bindings.put(tableName, binding);
        }
        return binding;
    }
}
