package org.ssdtier.segmentlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ssdtier.segmentlog.device.FaultPlan;
import org.ssdtier.segmentlog.device.FaultPlan.Fault;
import org.ssdtier.segmentlog.device.FaultyStorage;
import org.ssdtier.segmentlog.device.MemoryStorage;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.format.FormatException;
import org.ssdtier.segmentlog.format.RecordDescriptor;

/**
 * Tests of faults and power cuts: after any of them a log may miss records, but it has no wrong record and every record
 * that was forced.
 */
@Tag("crash")
class SegmentLogCrashTest {
    private static final SegmentLogOptions OPTIONS = Records.TINY.withForceBeforeReuse(true);

    private static final int STEPS = 200;

    /** A workload that appends, forces and reclaims at random, and tracks which records are guaranteed to survive. */
    private static final class Workload implements Reclaimer {
        final Random random;
        final Map<Long, Long> idByLocation = new HashMap<>();
        final List<Long> locations = new ArrayList<>();
        final Set<Long> unforced = new HashSet<>();
        final Set<Long> promised = new HashSet<>();
        final Set<Long> unwanted = new HashSet<>();
        long nextId;
        int highestSequence;

        Workload(long seed) {
            random = new Random(seed);
        }

        void run(Storage storage, FaultPlan plan) throws IOException {
            try (SegmentLog log = SegmentLog.open(storage, OPTIONS)) {
                for (int step = 0; step < STEPS && !plan.isCut(); step++) {
                    step(log);
                }
            }
        }

        void step(SegmentLog log) {
            if (log.needsReclaim()) {
                log.reclaim(this);
            }
            int choice = random.nextInt(12);
            if (choice == 0) {
                force(log);
            } else if (choice == 1) {
                log.flush();
            } else if (choice < 5 && nextId > 0) {
                long id = random.nextInt((int) nextId);
                unwanted.add(id);
                promised.remove(id);
                unforced.remove(id);
            } else if (choice < 7) {
                readSome(log);
            } else {
                append(log);
            }
        }

        private void force(SegmentLog log) {
            Set<Long> covered = Set.copyOf(unforced);
            unforced.clear();
            if (log.force() == IoStatus.OK) {
                promised.addAll(covered);
            }
        }

        private void append(SegmentLog log) {
            long id = nextId++;
            long location = Records.append(log, id);
            if (location > 0) {
                placed(location, id);
                unforced.add(id);
            }
        }

        private void placed(long location, long id) {
            idByLocation.put(location, id);
            locations.add(location);
            highestSequence = Math.max(highestSequence, Location.sequence(location));
        }

        private void readSome(SegmentLog log) {
            try (RecordReader reader = log.acquireReader()) {
                for (int i = 0; i < 4 && !locations.isEmpty(); i++) {
                    long location = locations.get(random.nextInt(locations.size()));
                    if (log.read(location, 0, reader) == ReadStatus.OK) {
                        assertEquals(idByLocation.get(location), Records.check(reader.record()));
                    }
                }
            }
        }

        /** Reads every location ever returned; every record returned must be the one that was appended there. */
        int readAll(SegmentLog log) {
            int found = 0;
            try (RecordReader reader = log.acquireReader()) {
                for (Map.Entry<Long, Long> entry : idByLocation.entrySet()) {
                    if (log.read(entry.getKey(), 0, reader) == ReadStatus.OK) {
                        assertEquals(entry.getValue(), Records.check(reader.record()));
                        found++;
                    }
                }
            }
            return found;
        }

        @Override
        public Verdict visit(RecordView record, long location) {
            return unwanted.contains(Records.check(record)) ? Verdict.DROP : Verdict.KEEP;
        }

        @Override
        public void moved(RecordView record, long from, long to) {
            placed(to, record.generation());
        }

        @Override
        public void lost(long keyHash, long location) {}
    }

    /** Opens the remaining log and returns the numbers of the records that its footers list, each checked. */
    private static Set<Long> recover(Workload before, MemoryStorage left) throws IOException {
        Set<Long> found = new HashSet<>();
        try (SegmentLog log = SegmentLog.open(left, OPTIONS);
                RecordReader reader = log.acquireReader()) {
            for (SegmentStatus segment : log.segments()) {
                if (segment.state() == SegmentState.SEALED) {
                    log.forEachFooterEntry(segment.slot(), (hash, location, bytes) -> {
                        if (log.read(location, bytes, reader) == ReadStatus.OK) {
                            found.add(Records.check(reader.record()));
                        }
                    });
                }
            }
            before.readAll(log);
            long location = Records.append(log, 1_000_000);
            assertTrue(
                    location < 0 || Location.sequence(location) > before.highestSequence,
                    "a sequence number was assigned twice");
        }
        return found;
    }

    @Test
    void recover_afterCutAtEveryWrite_missesNothingForcedAndHasNothingWrong() throws IOException {
        for (int seed = 1; seed <= 3; seed++) {
            FaultPlan whole = new FaultPlan(seed).withTrims(seed > 1);
            new Workload(seed).run(new FaultyStorage(whole), whole);
            for (long cut = 0; cut < whole.writes(); cut++) {
                FaultPlan plan = new FaultPlan(seed).withTrims(seed > 1).cutAtWrite(cut);
                FaultyStorage storage = new FaultyStorage(plan);
                Workload workload = new Workload(seed);
                try {
                    workload.run(storage, plan);
                } catch (IOException e) {
                    assertTrue(plan.isCut(), "only opening may throw, and only without power: " + e);
                }
                Set<Long> found = recover(workload, storage.afterPowerCut(seed * 7919L + cut));
                Set<Long> missing = new HashSet<>(workload.promised);
                missing.removeAll(found);
                assertTrue(missing.isEmpty(), "seed=" + seed + " cut=" + cut + " missing=" + missing);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void read_underRandomFaults_isNeverWrong(Fault fault) throws IOException {
        boolean silent = fault == Fault.LOST || fault == Fault.TORN || fault == Fault.FLIPPED;
        for (int seed = 1; seed <= 12; seed++) {
            FaultPlan plan = new FaultPlan(seed).withTrims(seed % 2 == 0);
            FaultyStorage storage = new FaultyStorage(plan);
            Workload workload = new Workload(seed);
            try (SegmentLog log = SegmentLog.open(storage, OPTIONS)) {
                plan.with(fault, 0.05);
                for (int step = 0; step < 400; step++) {
                    workload.step(log);
                }
                plan.enable(false);
            }
            Set<Long> found = recover(workload, storage.afterPowerCut(seed));
            if (!silent) {
                Set<Long> missing = new HashSet<>(workload.promised);
                missing.removeAll(found);
                assertTrue(missing.isEmpty(), "fault=" + fault + " seed=" + seed + " missing=" + missing);
            }
        }
    }

    @Test
    void append_afterDeviceComesBack_worksAgain() throws IOException {
        FaultPlan plan = new FaultPlan(5);
        Workload workload = new Workload(5);
        try (SegmentLog log = SegmentLog.open(new FaultyStorage(plan), Records.TINY)) {
            plan.with(Fault.WRITE_ERROR, 1.0).with(Fault.READ_ERROR, 1.0);
            for (int step = 0; step < 300; step++) {
                workload.step(log);
            }
            assertTrue(log.stats().failures().writeErrors() > 0);
            plan.enable(false);
            for (int step = 0; step < 300; step++) {
                workload.step(log);
            }
            log.flush();
            assertEquals(IoStatus.OK, log.flush());
            assertTrue(workload.readAll(log) > 0);
        }
    }

    @Test
    void open_withoutSpaceForAllSegments_isSmaller() throws IOException {
        FaultPlan plan = new FaultPlan(1).withSpace((256 << 10) + 5 * OPTIONS.segmentBytes() + 100);
        try (SegmentLog log = SegmentLog.open(new FaultyStorage(plan), OPTIONS)) {
            assertEquals(5, log.segments().size());
            assertEquals(3, log.recovery().lostSegments());
            assertTrue(log.stats().failures().noSpaceErrors() > 0);
        }
    }

    @Test
    void write_withoutSpace_retiresTheSlotAndGoesOn() throws IOException {
        FaultPlan plan = new FaultPlan(2);
        Workload workload = new Workload(2);
        SegmentLogOptions options = Records.TINY.withCapacityBytes(12L * Records.TINY.segmentBytes());
        try (SegmentLog log = SegmentLog.open(new FaultyStorage(plan), options)) {
            plan.with(Fault.NO_SPACE, 0.05);
            for (int step = 0; step < 600; step++) {
                workload.step(log);
            }
            assertTrue(log.stats().segments() < 12, "segments=" + log.stats().segments());
            assertTrue(log.stats().segments() >= SegmentLogOptions.MIN_SEGMENTS);
            plan.enable(false);
            assertEquals(
                    ResizeResult.Outcome.DONE,
                    log.resize(options.capacityBytes(), slot -> {}).outcome());
            assertEquals(12, log.stats().segments());
        }
    }

    @Test
    void open_afterCleanCloseAndLostOpenManifest_isNotClean() throws IOException {
        MemoryStorage storage = new MemoryStorage();
        Workload workload = new Workload(3);
        SegmentLog first = SegmentLog.open(storage, OPTIONS);
        workload.step(first);
        Records.append(first, 1);
        assertEquals(IoStatus.OK, first.cleanClose(Records.key(1)));
        MemoryStorage cleanManifest = new MemoryStorage();
        Copies.copy(storage, cleanManifest, ManifestStore.NAME);
        try (SegmentLog second = SegmentLog.open(storage, OPTIONS)) {
            Records.append(second, 2);
        }
        Copies.copy(cleanManifest, storage, ManifestStore.NAME); // as if no manifest write had reached the device
        try (SegmentLog third = SegmentLog.open(storage, OPTIONS)) {
            assertEquals(Recovery.State.CRASHED, third.recovery().state());
        }
    }

    /**
     * Checked by removal: without the header's own checksum a wrong length hides the records after it; if the scan continues
     * on the next page only, all of them are lost, since none begins on a page.
     */
    @Test
    void recover_ofFlippedLength_losesThatRecordOnly() throws IOException {
        MemoryStorage storage = new MemoryStorage();
        try (SegmentLog log = SegmentLog.open(storage, OPTIONS)) {
            for (long id = 0; id < 5; id++) {
                log.append(0, 0, id, Records.key(id), ByteBuffer.allocate(3000)); // each begins on the page of another
            }
        }
        Copies.flip(storage, "segment-00000", 8L * (4096 + RecordDescriptor.VALUE_BYTES_OFFSET) + 13);
        try (SegmentLog log = SegmentLog.open(storage, OPTIONS)) {
            assertEquals(4, log.segments().get(0).records());
        }
    }

    /** Checked by removal: with only one open copy, damage to it makes the previous clean copy valid again. */
    @Test
    void open_afterCrashWithEitherManifestCopyDamaged_isNotClean() throws IOException {
        for (int copy = 0; copy < 2; copy++) {
            MemoryStorage storage = new MemoryStorage();
            SegmentLog.open(storage, OPTIONS).cleanClose(Records.key(1));
            SegmentLog.open(storage, OPTIONS).close();
            Copies.flip(storage, ManifestStore.NAME, 8L * (copy * (128 << 10) + 20));
            try (SegmentLog log = SegmentLog.open(storage, OPTIONS)) {
                assertEquals(Recovery.State.CRASHED, log.recovery().state(), "copy=" + copy);
            }
        }
    }

    @Test
    void open_withOneManifestCopyDamaged_usesTheOther() throws IOException {
        MemoryStorage storage = new MemoryStorage();
        SegmentLog.open(storage, OPTIONS).cleanClose(Records.key(1));
        for (int bit = 0; bit < 64 * 8; bit++) {
            MemoryStorage damaged = new MemoryStorage();
            Copies.copy(storage, damaged, ManifestStore.NAME);
            Copies.flip(damaged, ManifestStore.NAME, bit);
            Copies.flip(damaged, ManifestStore.NAME, bit + 8 * (128 << 10));
            boolean opened = true;
            try (SegmentLog log = SegmentLog.open(damaged, OPTIONS)) {
                assertFalse(log.recovery().state() == Recovery.State.NEW);
            } catch (FormatException.Corrupt e) {
                opened = false;
            }
            assertFalse(opened, "bit=" + bit + " is flipped in both copies");
            Copies.flip(damaged, ManifestStore.NAME, bit);
            try (SegmentLog log = SegmentLog.open(damaged, OPTIONS)) {
                assertFalse(log.recovery().state() == Recovery.State.NEW);
            }
        }
    }

    /**
     * With the bound of a manifest that could not be written, segments beyond the durable bound are
     * not found again.
     */
    @Test
    void recover_afterManifestThatCouldNotBeWritten_findsSegmentsBeyondItsBound() throws IOException {
        FaultPlan plan = new FaultPlan(1).with(Fault.WRITE_ERROR, 1);
        plan.enable(false);
        FaultyStorage storage = new FaultyStorage(plan);
        SegmentLog log = SegmentLog.open(storage, Records.TINY);
        long id = 0;
        long location = 0;
        for (int sequence = 0; sequence <= SequenceSource.RESERVE + 10; id++) {
            location = Records.append(log, id);
            if (Location.sequence(location) > sequence) {
                sequence = Location.sequence(location);
                assertEquals(IoStatus.OK, log.force());
                if (sequence > 1) {
                    log.drop(log.slotOf(Location.of(sequence - 1, 0)));
                }
                if (sequence == 100) {
                    plan.enable(true);
                    assertEquals(IoStatus.IO_ERROR, log.storePayload(Records.key(1)));
                    plan.enable(false);
                }
            }
        }
        assertEquals(IoStatus.OK, log.force());
        try (SegmentLog recovered = SegmentLog.open(storage.afterPowerCut(1), Records.TINY);
                RecordReader reader = recovered.acquireReader()) {
            assertEquals(ReadStatus.OK, recovered.read(location, 0, reader));
            assertEquals(id - 1, Records.check(reader.record()));
        }
    }

    /**
     * Without the guard a failed force is attributed to the previous segment, and the next one in
     * the slot has no header.
     */
    @Test
    void force_thatFailsInSlotUsedAgain_givesUpTheSegmentThatIsThereNow() throws IOException {
        int recovered = 0;
        for (long seed = 0; seed < 40; seed++) {
            FaultPlan plan = new FaultPlan(seed).with(Fault.FORCE_ERROR, 0.5);
            plan.enable(false);
            FaultyStorage storage = new FaultyStorage(plan);
            SegmentLog log = SegmentLog.open(storage, Records.TINY);
            for (long id = 0; id < 10; id++) { // every slot had a segment that was never forced
                long location = Records.append(log, id);
                log.flush();
                log.drop(log.slotOf(location));
            }
            for (long id = 10; id < 20; id++) {
                long location = Records.append(log, id);
                plan.enable(true);
                boolean durable = location >= 0 && log.force() == IoStatus.OK;
                plan.enable(false);
                if (durable) {
                    recovered++;
                    try (SegmentLog after = SegmentLog.open(storage.afterPowerCut(id), Records.TINY);
                            RecordReader reader = after.acquireReader()) {
                        assertEquals(ReadStatus.OK, after.read(location, 0, reader), "seed=" + seed + " id=" + id);
                    }
                }
            }
        }
        assertTrue(recovered > 50, "recovered=" + recovered);
    }
}
