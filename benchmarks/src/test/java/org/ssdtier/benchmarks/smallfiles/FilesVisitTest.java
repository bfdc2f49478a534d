package org.ssdtier.benchmarks.smallfiles;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import site.ycsb.ByteIterator;
import site.ycsb.Status;

/** Tests of a visit with files that are served by nothing: the order of the steps, and failures. */
@Tag("unit")
final class FilesVisitTest {
    private static final FilesScale SCALE =
            new FilesScale("test", 50, List.of(1, 2), 2, 2, 1, 1, 1, 1, 1, 1, FilesScale.MEBIBYTE);

    /** Files whose reads take a moment; records the calls. */
    private static final class Fake implements ServedFiles {
        private final List<String> calls = new ArrayList<>();
        private final CountDownLatch stopped = new CountDownLatch(1);
        private boolean failsInMemory;
        private boolean losesLimit;
        private double traversalSeconds = 2;

        @Override
        public FilesLoad load() {
            return FilesLoad.of(SCALE.files(), 1, () -> new PartialDb() {
                @Override
                public Status read(
                        String table, String key, @Nullable Set<String> fields, Map<String, ByteIterator> result) {
                    return Status.OK;
                }
            });
        }

        @Override
        public void slow(boolean on) {
            calls.add(on ? "slow" : "fast");
        }

        @Override
        public void limitMemory() throws IOException {
            calls.add("limit");
            if (losesLimit && calls.contains("slow")) {
                throw new IOException("no limit");
            }
        }

        @Override
        public void enter(FilesPhase phase) throws IOException {
            calls.add("enter " + phase);
            if (failsInMemory && phase == FilesPhase.MEMORY) {
                throw new IOException("no memory");
            }
        }

        @Override
        public Traversed traverse(int threads, long mostMillis, boolean repeats) throws IOException {
            calls.add("traverse " + threads + (repeats ? " again and again" : ""));
            try {
                if (repeats && !stopped.await(1, TimeUnit.MINUTES)) {
                    throw new IOException("not stopped");
                }
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
            return new Traversed(threads, 25, 100, traversalSeconds);
        }

        @Override
        public void stopTraversal() {
            stopped.countDown();
        }

        @Override
        public ServedCounters counters() {
            return new ServedCounters(calls.size(), 3L * calls.size(), calls.size());
        }

        @Override
        public boolean isAlive() {
            return !failsInMemory;
        }

        @Override
        public String lastWords() {
            return "the last lines";
        }

        @Override
        public void close() {}
    }

    private static List<FilesSlotResult> run(Fake served, FilesSlot... slots) throws Exception {
        List<FilesSlotResult> results = new ArrayList<>();
        new FilesVisit(SCALE, served).run(List.of(slots), results::add);
        return results;
    }

    @Test
    void reads_areMeasuredWithSlowDrivesAndLimitedMemory() throws Exception {
        Fake served = new Fake();
        FilesSlotResult result =
                run(served, new FilesSlot("file", FilesPhase.READS, 2, 1, 1)).get(0);
        assertEquals(List.of("fast", "enter READS", "limit", "slow", "limit", "fast"), served.calls);
        assertTrue(
                result.isGood() && result.readsPerSecond() > 0 && result.reads().count() > 0, result.toString());
        assertEquals(Traversed.NONE, result.traversed());
    }

    @Test
    void traversalAlone_hasItsOwnFigures() throws Exception {
        Fake served = new Fake();
        FilesSlotResult result = run(served, new FilesSlot("file", FilesPhase.TRAVERSAL, 2, 1, 1))
                .get(0);
        assertTrue(served.calls.contains("traverse 2"), served.calls.toString());
        assertEquals(4, result.traversed().secondsFor(SCALE.files()), 1e-9);
        assertEquals(ReadLatency.NONE, result.reads());
        assertEquals(0.75, result.hits(), 1e-9);
    }

    @Test
    void slot_inWhichTheLimitDidNotHold_fails() throws Exception {
        Fake served = new Fake();
        served.losesLimit = true;
        FilesSlotResult result =
                run(served, new FilesSlot("file", FilesPhase.READS, 2, 1, 1)).get(0);
        assertEquals("no limit", result.failure());
    }

    @Test
    void traversal_thatEndsByItselfWithTooFewFiles_fails() throws Exception {
        Fake served = new Fake();
        served.traversalSeconds = 0.5;
        FilesSlotResult result = run(served, new FilesSlot("file", FilesPhase.TRAVERSAL, 2, 1, 1))
                .get(0);
        assertFalse(result.isGood());
        assertTrue(String.valueOf(result.failure()).contains("all are " + SCALE.files()), result.failure());
    }

    @Test
    void both_stopTheTraversalAfterTheReads() throws Exception {
        Fake served = new Fake();
        List<FilesSlotResult> results = run(served, new FilesSlot("xfs", FilesPhase.BOTH, 2, 1, 1));
        assertTrue(served.calls.contains("traverse 1 again and again"), served.calls.toString());
        assertTrue(results.get(0).reads().count() > 0);
        assertEquals(25, results.get(0).traversed().files());
    }

    @Test
    void inMemory_memoryIsNotLimited_andAFailureHasTheLog() throws Exception {
        Fake served = new Fake();
        FilesSlot slot = new FilesSlot("file", FilesPhase.MEMORY, 1, 1, 1);
        run(served, slot);
        assertEquals(List.of("fast", "enter MEMORY", "slow", "fast"), served.calls);
        served.failsInMemory = true;
        List<FilesSlotResult> results = new ArrayList<>();
        FilesSlot next = new FilesSlot("file", FilesPhase.READS, 1, 1, 1);
        IOException ended = assertThrows(
                IOException.class, () -> new FilesVisit(SCALE, served).run(List.of(slot, next), results::add));
        assertEquals("no memory\nthe last lines", ended.getMessage());
        assertEquals(1, results.size(), "a slot after the end of a process");
        assertEquals("no memory\nthe last lines", results.get(0).failure());
    }
}
