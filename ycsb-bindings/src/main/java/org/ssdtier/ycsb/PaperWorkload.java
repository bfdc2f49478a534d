package org.ssdtier.ycsb;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.ssdtier.ycsb.generator.KeyChooser;
import org.ssdtier.ycsb.generator.LatestKeys;
import org.ssdtier.ycsb.generator.LatestWriteKeys;
import org.ssdtier.ycsb.generator.Mix;
import org.ssdtier.ycsb.generator.OnceKeys;
import org.ssdtier.ycsb.generator.SequentialKeys;
import org.ssdtier.ycsb.generator.UniformKeys;
import org.ssdtier.ycsb.generator.ZipfKeys;
import org.ssdtier.ycsb.workload.OperationSink;
import org.ssdtier.ycsb.workload.OperationType;
import org.ssdtier.ycsb.workload.RecordBuilder;
import org.ssdtier.ycsb.workload.WorkloadSettings;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.generator.AcknowledgedCounterGenerator;
import site.ycsb.measurements.Measurements;

/**
 * The papers' workload. It accepts the properties of YCSB's {@link site.ycsb.workloads.CoreWorkload} and adds features
 * which that class lacks: a seed, updates of one to all fields, records with different numbers of fields, a
 * {@code latest} distribution that follows updates, and counts beyond 2³¹. See {@link WorkloadSettings}.
 *
 * <p>Every thread has its own random number generator, seeded from the two seeds and the thread's number. Runs with
 * equal properties and the same number of threads request the same records, thread by thread.
 */
public final class PaperWorkload extends Workload {
    private @Nullable State state;

    @Override
    public void init(Properties properties) throws WorkloadException {
        state = new State(new WorkloadSettings(properties));
    }

    @Override
    public Object initThread(Properties properties, int thread, int threads) {
        WorkloadSettings settings = state().settings;
        return new SplittableRandom(Mix.of(settings.seed, settings.runSeed, thread));
    }

    @Override
    public boolean doInsert(DB db, Object threadState) {
        long record = state().nextLoad.getAndIncrement();
        return insert(db, record).isOk();
    }

    @Override
    public boolean doTransaction(DB db, Object threadState) {
        WorkloadSettings settings = state().settings;
        SplittableRandom random = (SplittableRandom) threadState;
        double choice = random.nextDouble()
                * (settings.readShare
                        + settings.updateShare
                        + settings.insertShare
                        + settings.scanShare
                        + settings.readModifyWriteShare);
        if ((choice -= settings.readShare) < 0) {
            read(db, random);
        } else if ((choice -= settings.updateShare) < 0) {
            update(db, state().chooser.next(random), random);
        } else if ((choice -= settings.insertShare) < 0) {
            insertNext(db);
        } else if ((choice -= settings.scanShare) < 0) {
            scan(db, random);
        } else {
            readModifyWrite(db, random);
        }
        return true;
    }

    private void read(DB db, SplittableRandom random) {
        long record = state().chooser.next(random);
        Set<String> fields = state().records.fieldsToRead(record, random);
        read(db, record, fields);
    }

    private void read(DB db, long record, @Nullable Set<String> fields) {
        Map<String, ByteIterator> result = new HashMap<>();
        Status status = db.read(state().settings.table, state().records.key(record), fields, result);
        if (state().settings.verify && status.isOk()) {
            long start = System.nanoTime();
            boolean right = state().records.matchesLoaded(record, fields, result);
            report(db, OperationType.VERIFY, right ? Status.OK : Status.UNEXPECTED_STATE, start);
        }
    }

    private Status update(DB db, long record, SplittableRandom random) {
        Map<String, ByteIterator> values = state().records.update(record, random);
        Status status = db.update(state().settings.table, state().records.key(record), values);
        if (status.isOk()) {
            state().chooser.updated(record);
        }
        return status;
    }

    private void insertNext(DB db) {
        AcknowledgedCounterGenerator inserts = state().inserts;
        long record = inserts.nextValue();
        try {
            insert(db, record);
        } finally {
            inserts.acknowledge(record);
            state().chooser.inserted(inserts.lastValue());
        }
    }

    private Status insert(DB db, long record) {
        return db.insert(
                state().settings.table,
                state().records.key(record),
                state().records.load(record));
    }

    @SuppressWarnings("JdkObsolete") // YCSB's signature
    private void scan(DB db, SplittableRandom random) {
        WorkloadSettings settings = state().settings;
        long record = state().chooser.next(random);
        int length = random.nextInt(settings.minScanLength, settings.maxScanLength + 1);
        Set<String> fields = state().records.fieldsToRead(record, random);
        db.scan(settings.table, state().records.key(record), length, fields, new Vector<>());
    }

    private void readModifyWrite(DB db, SplittableRandom random) {
        long start = System.nanoTime();
        long record = state().chooser.next(random);
        read(db, record, state().records.fieldsToRead(record, random));
        Status status = update(db, record, random);
        report(db, OperationType.READ_MODIFY_WRITE, status, start);
    }

    /**
     * Reports an outcome that is not of a request: to our runner or, under YCSB's own client, to YCSB's measurements.
     */
    private static void report(DB db, OperationType operation, Status status, long startNanos) {
        long endNanos = System.nanoTime();
        if (db instanceof OperationSink sink) {
            sink.record(operation, status, startNanos, endNanos);
            return;
        }
        Measurements measurements = Measurements.getMeasurements();
        measurements.measure(operation.label(), (int) Math.min(Integer.MAX_VALUE, (endNanos - startNanos) / 1_000));
        measurements.reportStatus(operation.label(), status);
    }

    private State state() {
        State ready = state;
        if (ready == null) {
            throw new IllegalStateException("init() was not called");
        }
        return ready;
    }

    /** The state that init() builds from the properties, shared by all threads. */
    private static final class State {
        private final WorkloadSettings settings;
        private final RecordBuilder records;
        private final AtomicLong nextLoad;
        private final AcknowledgedCounterGenerator inserts;
        private final KeyChooser chooser;

        private State(WorkloadSettings settings) {
            this.settings = settings;
            this.records = new RecordBuilder(settings);
            this.nextLoad = new AtomicLong(settings.insertStart);
            this.inserts = new AcknowledgedCounterGenerator(settings.recordCount);
            this.chooser = chooser();
        }

        private KeyChooser chooser() {
            long first = settings.insertStart;
            long count = settings.recordCount - first;
            KeyChooser keys = chooser(first, count);
            return settings.once ? new OnceKeys(keys, first, count) : keys;
        }

        private KeyChooser chooser(long first, long count) {
            return switch (settings.distribution) {
                case UNIFORM -> new UniformKeys(first, inserts::lastValue);
                case SEQUENTIAL -> new SequentialKeys(first, inserts::lastValue);
                case ZIPFIAN -> new ZipfKeys(first, count, settings.zipfExponent, settings.seed);
                case LATEST ->
                    settings.latestFollows == WorkloadSettings.Follows.INSERTS
                            ? new LatestKeys(first, inserts::lastValue, settings.zipfExponent)
                            : new LatestWriteKeys(first, Math.toIntExact(count), settings.zipfExponent);
            };
        }
    }
}
