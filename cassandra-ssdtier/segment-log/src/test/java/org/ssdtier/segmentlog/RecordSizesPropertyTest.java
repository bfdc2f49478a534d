package org.ssdtier.segmentlog;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ssdtier.segmentlog.device.MemoryStorage;
import org.ssdtier.segmentlog.format.RecordDescriptor;
import org.ssdtier.segmentlog.seeds.Seeds;

/**
 * A test of records of 1 byte to 100,000 bytes against a map of them: their places, their reads, their recovery; and of
 * the share of a segment that is records.
 */
@Tag("property")
class RecordSizesPropertyTest {
    private static final int SEEDS = 20;
    private static final int STEPS = 800;
    private static final int MOST_BYTES = 100_000;
    private static final SegmentLogOptions OPTIONS = SegmentLogOptions.ofCapacity(6L << 20)
            .withSegments(1 << 20, 200_000)
            .withWriteBuffers(16 << 10, 4)
            .withReadBuffers(2)
            .withFlushExecutor(Runnable::run);

    /** A log, and its records by location. */
    private static final class Model implements Reclaimer, AutoCloseable {
        final MemoryStorage storage = new MemoryStorage();
        final Map<Long, byte[]> records = new HashMap<>();
        final Random random;
        SegmentLog log;
        int crossing;

        Model(long seed) throws IOException {
            random = new Random(seed);
            log = SegmentLog.open(storage, OPTIONS);
        }

        void append() {
            while (log.needsReclaim()) {
                assertEquals(ReclaimResult.Outcome.FREED, log.reclaim(this).outcome());
            }
            byte[] value = new byte[(int) Math.exp(random.nextDouble() * Math.log(MOST_BYTES))];
            random.nextBytes(value);
            long location = log.append(0, 0, 1, ByteBuffer.allocate(8), ByteBuffer.wrap(value));
            assertEquals(AppendStatus.OK, AppendStatus.of(location));
            records.put(location, value);
            int recordBytes = recordBytes(value);
            int rest = 4096 - Location.offset(location) % 4096;
            boolean crosses = recordBytes > rest && rest < 4096;
            crossing += crosses ? 1 : 0;
            assertTrue(!crosses || rest >= Math.max(64, recordBytes / 64), "rest=" + rest + " bytes=" + recordBytes);
        }

        private static int recordBytes(byte[] value) {
            return (int) RecordDescriptor.recordBytes(8, value.length);
        }

        void readAll() {
            try (RecordReader reader = log.acquireReader()) {
                records.forEach((location, value) -> {
                    int bytes = recordBytes(value);
                    int hint = random.nextInt(4) == 0 ? 0 : bytes + random.nextInt(1 + bytes / 2);
                    assertEquals(ReadStatus.OK, log.read(location, hint, reader), "bytes=" + bytes);
                    byte[] read = new byte[value.length];
                    reader.record().value().get(read);
                    assertArrayEquals(value, read);
                    assertTrue(reader.deviceReads() <= (hint == 0 ? 2 : 1), "reads=" + reader.deviceReads());
                });
            }
        }

        /** Checks that the footers list every record with its length. */
        void checkFooters() {
            Map<Long, Integer> listed = new HashMap<>();
            for (SegmentStatus segment : log.segments()) {
                if (segment.state() == SegmentState.SEALED) {
                    log.forEachFooterEntry(segment.slot(), (hash, location, bytes) -> listed.put(location, bytes));
                }
            }
            records.forEach((location, value) -> assertEquals(recordBytes(value), listed.get(location)));
        }

        void reopen(boolean clean) throws IOException {
            if (clean) {
                assertEquals(IoStatus.OK, log.cleanClose(Records.key(1)));
            } else {
                log.close();
            }
            log = SegmentLog.open(storage, OPTIONS);
            checkFooters();
            readAll();
        }

        @Override
        public Verdict visit(RecordView record, long location) {
            if (random.nextInt(4) == 0) {
                return Verdict.KEEP;
            }
            records.remove(location);
            return Verdict.DROP;
        }

        @Override
        public void moved(RecordView record, long from, long to) {
            records.put(to, records.remove(from));
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
    void log_ofRecordsOfEverySize_agreesWithModel() {
        Seeds.of("cassandra-ssdtier/segment-log", RecordSizesPropertyTest.class, SEEDS)
                .play(seed -> {
                    try (Model model = new Model(seed)) {
                        for (int step = 0; step < STEPS; step++) {
                            switch (model.random.nextInt(100)) {
                                case 0, 1, 2, 3 -> assertEquals(IoStatus.OK, model.log.flush());
                                case 4 -> model.reopen(true);
                                case 5 -> model.reopen(false);
                                case 6 -> model.readAll();
                                default -> model.append();
                            }
                        }
                        model.reopen(true);
                        assertTrue(model.crossing > STEPS / 8, "crossing=" + model.crossing);
                    }
                });
    }

    /** Of records of 156 bytes (rows of 100) the padding to 16 bytes and the entry of the footer are an eighth. */
    @ParameterizedTest
    @CsvSource({"100, 0.83", "400, 0.94", "700, 0.96", "1000, 0.97", "1350, 0.97", "2000, 0.97", "4000, 0.97"})
    void fullSegment_ofRowsOfOneSize_isMostlyRecords(int rowBytes, double share) throws IOException {
        checkShare(rowBytes, share);
    }

    @ParameterizedTest
    @CsvSource({"8000, 0.97", "16384, 0.97", "32768, 0.97", "65536, 0.97"})
    void fullSegment_ofLongRows_isMostlyRecords(int rowBytes, double share) throws IOException {
        checkShare(rowBytes, share);
    }

    private static void checkShare(int rowBytes, double share) throws IOException {
        SegmentLogOptions options = OPTIONS.withCapacityBytes(32L << 20).withSegments(8 << 20, 200_000);
        MemoryStorage storage = new MemoryStorage();
        ByteBuffer key = ByteBuffer.allocate(25);
        ByteBuffer value = ByteBuffer.allocate(rowBytes);
        try (SegmentLog log = SegmentLog.open(storage, options)) {
            while (log.segments().get(1).state() == SegmentState.FREE) {
                assertTrue(log.append(0, 0, 1, key, value) > 0);
            }
        }
        LogReport.SegmentReport full =
                SegmentLogInspector.inspect(storage).segments().get(0);
        double found = (double) full.recordBytes() / options.segmentBytes();
        assertTrue(found >= share, "row bytes=" + rowBytes + " share=" + found);
    }
}
