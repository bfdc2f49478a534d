package org.ssdtier.ycsb.run;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.function.Supplier;
import org.ssdtier.ycsb.workload.AsynchronousDb;
import org.ssdtier.ycsb.workload.OperationSink;
import org.ssdtier.ycsb.workload.OperationType;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * A wrapper of the database of one client thread that records its operations. An exception thrown by the database
 * counts as a failed operation. The first request of an iteration is timed from the due time of the iteration, the
 * others from the time they are sent.
 */
final class MeasuredDb extends DB implements OperationSink {
    private final DB db;
    private final Measurement measurement;
    private final RunClock clock;
    private long dueNanos;
    private boolean due;
    private boolean failed;

    MeasuredDb(DB db, Measurement measurement, RunClock clock) {
        this.db = db;
        this.measurement = measurement;
        this.clock = clock;
    }

    /** Begins an iteration of the workload that is due at {@code nanos}. */
    void begin(long nanos) {
        dueNanos = nanos;
        due = true;
        failed = false;
    }

    /** Returns whether an operation failed since {@link #begin}. */
    boolean failedSinceBegin() {
        return failed;
    }

    @Override
    public void init() throws DBException {
        db.setProperties(getProperties());
        if (db instanceof AsynchronousDb asynchronous) {
            asynchronous.reportTo(measurement);
        }
        db.init();
    }

    /** Waits until the outcome of every request has been recorded. */
    void drain() throws InterruptedException {
        if (db instanceof AsynchronousDb asynchronous) {
            asynchronous.drain();
        }
    }

    @Override
    public void cleanup() throws DBException {
        db.cleanup();
    }

    @Override
    public void record(OperationType operation, Status status, long startNanos, long endNanos) {
        failed |= measurement.failed(status);
        long from = operation == OperationType.READ_MODIFY_WRITE ? Math.min(dueNanos, startNanos) : startNanos;
        measurement.record(operation, status, from, startNanos, endNanos);
    }

    @Override
    public Status read(String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
        return measure(OperationType.READ, () -> db.read(table, key, fields, result));
    }

    @Override
    @SuppressWarnings("NonApiType") // YCSB's signature
    public Status scan(
            String table,
            String startKey,
            int recordCount,
            Set<String> fields,
            Vector<HashMap<String, ByteIterator>> result) {
        return measure(OperationType.SCAN, () -> db.scan(table, startKey, recordCount, fields, result));
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
        return measure(OperationType.UPDATE, () -> db.update(table, key, values));
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
        return measure(OperationType.INSERT, () -> db.insert(table, key, values));
    }

    @Override
    public Status delete(String table, String key) {
        return measure(OperationType.DELETE, () -> db.delete(table, key));
    }

    private Status measure(OperationType operation, Supplier<Status> request) {
        long start = clock.nanoTime();
        long from = due ? dueNanos : start;
        due = false;
        Status status = call(request);
        if (Status.BATCHED_OK.equals(status) && db instanceof AsynchronousDb) {
            return status;
        }
        failed |= measurement.failed(status);
        measurement.record(operation, status, from, start, clock.nanoTime());
        return status;
    }

    private static Status call(Supplier<Status> request) {
        try {
            Status status = request.get();
            return status == null ? Status.ERROR : status;
        } catch (RuntimeException e) {
            return new Status("EXCEPTION", e.toString());
        }
    }
}
