package org.ssdtier.benchmarks.smallfiles;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.load.RunFacts;
import org.ssdtier.ycsb.run.RunResult;
import org.ssdtier.ycsb.workload.OperationType;

/**
 * The slots of one arm, one after the other. Before each, the drives are fast for some seconds of reads, so that the
 * caches have what they would have without the slot before.
 */
final class FilesVisit {
    private static final long WARM_UP_SEED = 700_000_000L;
    private static final long SETTLE_SEED = 800_000_000L;
    /** Enough for a tier to know which files are read often; the page cache knows after one. */
    private static final int WARM_UP_READS_PER_FILE = 3;
    /** Time beyond that of the reads after which a traversal beside them ends by itself. */
    private static final int GRACE_SECONDS = 120;

    private final FilesScale scale;
    private final ServedFiles served;
    private FilesPhase entered = FilesPhase.READS;
    private final OperatingSystemMXBean machine =
            Objects.requireNonNull(ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class));

    FilesVisit(FilesScale scale, ServedFiles served) {
        this.scale = scale;
        this.served = served;
    }

    /** A receiver of results. */
    interface Sink {
        void accept(FilesSlotResult result) throws IOException;
    }

    /**
     * Fills the caches with reads, then runs the slots. A failed slot does not end the visit, unless a process
     * has ended. Drives are fast in the end.
     */
    void run(List<FilesSlot> slots, Sink sink) throws IOException, InterruptedException {
        try {
            warmUp();
        } catch (IOException | RuntimeException e) {
            throw new IOException(described(e), e);
        }
        entered = FilesPhase.READS;
        for (FilesSlot slot : slots) {
            FilesSlotResult result = runOne(slot);
            sink.accept(result);
            if (!result.isGood() && !served.isAlive()) {
                throw new IOException(String.valueOf(result.failure()));
            }
        }
        served.slow(false);
    }

    private FilesSlotResult runOne(FilesSlot slot) throws InterruptedException {
        try {
            boolean isLimited = slot.phase() != FilesPhase.MEMORY;
            served.slow(false);
            served.enter(slot.phase());
            if (isLimited) {
                served.limitMemory();
            }
            if (slot.phase() == FilesPhase.THIRD && entered != FilesPhase.THIRD) {
                warmUp(); // the division has written the files anew
            }
            entered = slot.phase();
            load(slot).read(scale.mostClients(), scale.settleSeconds(), SETTLE_SEED + slot.seed());
            served.slow(true);
            FilesSlotResult result = measure(slot);
            if (isLimited) {
                served.limitMemory(); // fails if the limit did not hold meanwhile
            }
            return result;
        } catch (IOException | RuntimeException e) {
            return FilesSlotResult.failed(slot, described(e));
        }
    }

    /** Reads some times as often as there are files. */
    private void warmUp() throws IOException, InterruptedException {
        served.load().readMany(scale.mostClients(), WARM_UP_READS_PER_FILE * scale.files(), WARM_UP_SEED);
    }

    private FilesLoad load(FilesSlot slot) {
        return slot.phase() == FilesPhase.ONE ? served.load().ofOneReplica() : served.load();
    }

    /** Returns the message of a failure, with the last lines of the logs of processes that have ended. */
    private String described(Exception failure) {
        return failure.getMessage() + (served.isAlive() ? "" : "\n" + served.lastWords());
    }

    private FilesSlotResult measure(FilesSlot slot) throws IOException, InterruptedException {
        ServedCounters before = served.counters();
        machine.getCpuLoad(); // the next call returns the load since this one
        if (slot.phase() == FilesPhase.TRAVERSAL) {
            long mostMillis = TimeUnit.SECONDS.toMillis(scale.traversalSeconds());
            Traversed traversed = served.traverse(slot.clients(), mostMillis, false);
            traversed.requireUnlessStopped(scale.files(), mostMillis);
            return result(slot, traversed.seconds(), null, traversed, before);
        }
        if (slot.phase() == FilesPhase.BOTH) {
            return measureBoth(slot, before);
        }
        RunResult reads = load(slot).read(slot.clients(), scale.slotSeconds(), slot.seed());
        return result(slot, reads.seconds(), reads, Traversed.NONE, before);
    }

    private FilesSlotResult measureBoth(FilesSlot slot, ServedCounters before)
            throws IOException, InterruptedException {
        int threads = FilesArm.named(slot.arm()).traversalThreads(scale);
        long mostMillis = TimeUnit.SECONDS.toMillis(scale.slotSeconds() + (long) GRACE_SECONDS);
        Background traversal = new Background(() -> served.traverse(threads, mostMillis, true));
        RunResult reads;
        Traversed traversed;
        try {
            reads = served.load().read(slot.clients(), scale.slotSeconds(), slot.seed());
        } finally {
            try {
                served.stopTraversal();
            } finally {
                traversed = traversal.await();
            }
        }
        return result(slot, reads.seconds(), reads, traversed, before);
    }

    private FilesSlotResult result(
            FilesSlot slot, double seconds, @Nullable RunResult reads, Traversed traversed, ServedCounters before)
            throws IOException {
        boolean hasTraversal = slot.phase() == FilesPhase.TRAVERSAL || slot.phase() == FilesPhase.BOTH;
        if (hasTraversal && traversed.files() == 0) {
            throw new IOException("the traversal has read no file");
        }
        double load = machine.getCpuLoad();
        double busy = load > 0 ? load : 0; // negative or not a number if the machine does not say
        ServedCounters since = served.counters().since(before);
        long requests = reads == null ? traversed.files() : reads.requests();
        return new FilesSlotResult(
                slot,
                null,
                seconds,
                reads == null ? 0 : reads.requestsPerSecond(OperationType.READ),
                reads == null
                        ? ReadLatency.NONE
                        : ReadLatency.of(reads.of(OperationType.READ).serviceMicros()),
                traversed,
                (double) since.diskReads() / Math.max(1, requests),
                since.hitRatio(),
                busy,
                RunFacts.loadAverage());
    }

    /** A traversal in a thread of its own. */
    private static final class Background {
        private final AtomicReference<Traversed> traversed = new AtomicReference<>(Traversed.NONE);
        private final AtomicReference<@Nullable IOException> failure = new AtomicReference<>();
        private final Thread thread;

        /** A traversal to run. */
        private interface Task {
            Traversed run() throws IOException;
        }

        private Background(Task task) {
            thread = new Thread(() -> run(task), "traversal");
            thread.setDaemon(true);
            thread.start();
        }

        private void run(Task task) {
            try {
                traversed.set(task.run());
            } catch (IOException e) {
                failure.set(e);
            } catch (RuntimeException | Error e) {
                failure.set(new IOException("traversal: " + e, e));
            }
        }

        private Traversed await() throws IOException, InterruptedException {
            thread.join();
            IOException failed = failure.get();
            if (failed != null) {
                throw failed;
            }
            return traversed.get();
        }
    }
}
