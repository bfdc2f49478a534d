package org.ssdtier.segmentlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.device.MemoryStorage;
import org.ssdtier.segmentlog.format.RecordDescriptor;
import org.ssdtier.segmentlog.seeds.Seeds;

/**
 * A test of random operations on a log and on a map of its expected content. The message of a failure names the seed
 * and the command that repeats it.
 */
@Tag("property")
class SegmentLogPropertyTest {
    private static final int SEEDS = 60;
    private static final int STEPS = 600;

    /** The log under test, with a map from location to number of the records in it. */
    private static final class Model implements Reclaimer, AutoCloseable {
        final Random random;
        final MemoryStorage storage = new MemoryStorage();
        final Map<Long, Long> live = new HashMap<>();
        final List<Long> reclaimed = new ArrayList<>();
        SegmentLogOptions options = Records.TINY;
        SegmentLog log;
        long nextId;

        Model(long seed) throws IOException {
            random = new Random(seed);
            options = options.withWriteBuffers(4 << 10, 2 + random.nextInt(6));
            log = SegmentLog.open(storage, options);
        }

        void step() throws IOException {
            switch (random.nextInt(40)) {
                case 0 -> assertEquals(IoStatus.OK, log.flush());
                case 1 -> reopenClean();
                case 2 -> reopenAfterClose();
                case 3 -> resize();
                case 4 -> checkFooters();
                case 5, 6, 7, 8, 9, 10, 11, 12, 13, 14 -> read();
                case 15, 16, 17 -> drop();
                case 18 -> clearRarely();
                default -> append();
            }
        }

        void append() {
            while (log.needsReclaim()) {
                assertTrue(log.reclaim(this).outcome() == ReclaimResult.Outcome.FREED);
            }
            long id = nextId++;
            long location = Records.append(log, id);
            assertEquals(AppendStatus.OK, AppendStatus.of(location));
            int bytes = (int)
                    RecordDescriptor.recordBytes(Long.BYTES, Records.value(id).remaining());
            int offset = Location.offset(location);
            int rest = 4096 - offset % 4096;
            assertTrue(bytes <= rest || rest >= Math.max(64, bytes / 64), "crosses a page for little");
            assertEquals(location, log.locationOf(log.slotOf(location), offset));
            live.put(location, id);
        }

        void read() {
            try (RecordReader reader = log.acquireReader()) {
                for (long location : pick(live.keySet().stream().sorted().toList())) {
                    int hint = random.nextInt(3) == 0 ? 0 : random.nextInt(16_000);
                    assertEquals(ReadStatus.OK, log.read(location, hint, reader));
                    assertEquals(live.get(location), Records.check(reader.record()));
                    boolean isBound = hint >= reader.record().recordBytes();
                    assertTrue(!isBound || reader.deviceReads() <= 1, "reads=" + reader.deviceReads());
                }
                for (long location : pick(reclaimed)) {
                    assertEquals(ReadStatus.NOT_FOUND, log.read(location, 0, reader));
                }
            }
        }

        private List<Long> pick(List<Long> from) {
            return from.isEmpty() ? List.of() : List.of(from.get(random.nextInt(from.size())));
        }

        void drop() {
            for (long location : pick(live.keySet().stream().sorted().toList())) {
                long id = live.remove(location);
                int valueBytes = Records.value(id).remaining();
                log.garbage(location, (int) RecordDescriptor.recordBytes(Long.BYTES, valueBytes));
            }
        }

        void reopenClean() throws IOException {
            assertEquals(IoStatus.OK, log.cleanClose(Records.key(nextId)));
            log = SegmentLog.open(storage, options);
            assertEquals(Recovery.State.CLEAN, log.recovery().state());
            assertEquals(nextId, log.recovery().ownerPayload().getLong());
            checkEverything();
        }

        void reopenAfterClose() throws IOException {
            log.close();
            log = SegmentLog.open(storage, options);
            assertEquals(Recovery.State.CRASHED, log.recovery().state());
            checkEverything();
        }

        void resize() {
            int segments = 6 + random.nextInt(6);
            options = options.withCapacityBytes((long) segments * options.segmentBytes());
            ResizeResult result = log.resize(options.capacityBytes(), slot -> forgetSlot(slot));
            assertEquals(new ResizeResult(segments, ResizeResult.Outcome.DONE), result);
        }

        private void forgetSlot(int slot) {
            live.keySet().removeIf(location -> {
                boolean gone = log.slotOf(location) == slot;
                if (gone) {
                    reclaimed.add(location);
                }
                return gone;
            });
        }

        void clearRarely() {
            if (random.nextInt(8) == 0) {
                assertEquals(IoStatus.OK, log.clear(Records.key(0)));
                reclaimed.addAll(live.keySet());
                reclaimed.sort(null);
                live.clear();
            }
        }

        void checkFooters() {
            Map<Long, Long> listed = new HashMap<>();
            for (SegmentStatus segment : log.segments()) {
                if (segment.state() == SegmentState.SEALED) {
                    assertEquals(
                            IoStatus.OK,
                            log.forEachFooterEntry(
                                    segment.slot(), (hash, location, bytes) -> listed.put(location, hash)));
                }
            }
            live.forEach((location, id) -> {
                int slot = log.slotOf(location);
                if (log.segments().get(slot).state() == SegmentState.SEALED) {
                    assertEquals(Records.hash(id), listed.get(location));
                }
            });
        }

        void checkEverything() {
            try (RecordReader reader = log.acquireReader()) {
                live.forEach((location, id) -> {
                    assertEquals(ReadStatus.OK, log.read(location, 0, reader), "id=" + id);
                    assertEquals(id, Records.check(reader.record()));
                });
            }
        }

        @Override
        public Verdict visit(RecordView record, long location) {
            long id = Records.check(record);
            if (live.containsKey(location) && random.nextInt(3) > 0) {
                return Verdict.KEEP;
            }
            live.remove(location, id);
            reclaimed.add(location);
            return Verdict.DROP;
        }

        @Override
        public void moved(RecordView record, long from, long to) {
            live.put(to, live.remove(from));
            reclaimed.add(from);
        }

        @Override
        public void lost(long keyHash, long location) {
            throw new AssertionError("lost location=" + location + " on a sound device");
        }

        @Override
        public void close() {
            log.close();
        }
    }

    @Test
    void log_underRandomOperations_agreesWithModel() {
        Seeds.of("cassandra-ssdtier/segment-log", SegmentLogPropertyTest.class, SEEDS)
                .play(seed -> {
                    try (Model model = new Model(seed)) {
                        for (int step = 0; step < STEPS; step++) {
                            model.step();
                        }
                        model.checkEverything();
                    }
                });
    }
}
