package org.ssdtier.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.brief.BlockUse;
import org.ssdtier.benchmarks.device.TracedRead;

@Tag("unit")
final class DiskReadsTest {
    private static final String DATA = "nb-1-big-Data.db";

    @Test
    void of_countsEachKindOnce_perRequest() {
        DiskReads reads = DiskReads.of(
                List.of(
                        read("ReadStage-1", "nb-1-big-Index.db", 8),
                        read("ReadStage-1", DATA, 800),
                        read("ReadStage-1", DATA, 808), // behind it
                        read("ReadStage-1", DATA, 8_000),
                        read("Native-Transpor", "da-2-bti-Partitions.db", 16),
                        read("ReadStage-2", "da-2-bti-Filter.db", 24),
                        read("ReadStage-2", "", 32),
                        read("CompactionExecu", DATA, 40),
                        read("jbd2/loop3-8", "", 48)),
                10,
                2.5);
        assertEquals(new DiskReads(0.2, 0.1, 0.2, 0.1, 0.1, 0.1, 0.1, 2.5), reads);
        assertEquals(0.7, reads.ofClients(), 1e-9);
    }

    /** Another thread's read, one of another file, and one before it are not the rest of a chunk. */
    @Test
    void of_continued_onlyBehindTheSameThreadsReadOfTheSameFile() {
        DiskReads reads = DiskReads.of(
                List.of(
                        read("ReadStage-1", DATA, 800),
                        read("ReadStage-2", DATA, 808),
                        read("ReadStage-1", "nb-2-big-Data.db", 808),
                        read("ReadStage-2", DATA, 792),
                        read("ReadStage-2", DATA, 809)),
                5,
                1);
        assertEquals(0, reads.continued(), 1e-9);
        assertEquals(1, reads.data(), 1e-9);
    }

    @Test
    void readsPerMiss_ofSlots_areDividedByTheReadsThatMissed() {
        SlotResult untraced = SyntheticSlots.slot(new Slot("ohc", 50, 1), 100); // 0.7 of its reads are hits
        SlotResult slot = SyntheticSlots.withReads(untraced, new DiskReads(0.15, 0.075, 0.075, 0, 0, 0.0375, 0, 1.5));
        Map<String, Object> parts = ReadsPerMiss.of(List.of(slot));
        assertEquals(2, median(parts, "all"), 1e-9);
        assertEquals(1, median(parts, "data"), 1e-9);
        assertEquals(0.25, median(parts, "compaction"), 1e-9);
        assertEquals(5, median(parts, "sstables"), 1e-9, "of the reads that missed");
        assertEquals(0, median(parts, "block_hits"), 1e-9);
        assertFalse(ReadsPerMiss.areIn(List.of(slot, untraced)));
    }

    /** 0.3 reads of a request reach the disk, a quarter of those asked for do not; half of the requests are reads. */
    @Test
    void readsPerMiss_whatABlockCacheAnswered_isCountedInAll() {
        SlotResult slot = SyntheticSlots.withBlocks(
                SyntheticSlots.slot(new Slot("block-cache", 50, 1), 100),
                new DiskReads(0.4, 0, 0, 0, 0, 0, 0, 1),
                new BlockUse(0.25, 0));
        Map<String, Object> parts = ReadsPerMiss.of(List.of(slot));
        assertEquals(0.4 / 0.15, median(parts, "all"), 1e-9);
        assertEquals(0.1 / 0.15, median(parts, "block_hits"), 1e-9);
    }

    private static double median(Map<String, Object> parts, String name) {
        return ((Number) ((Map<?, ?>) parts.get(name)).get("median")).doubleValue();
    }

    /** The threads that answer clients have one name, because the kernel cuts it. */
    @Test
    void of_threadsOfOneName_areToldApart() {
        DiskReads reads = DiskReads.of(
                List.of(
                        new TracedRead("Native-Transpor", 71, DATA, 800, 8),
                        new TracedRead("Native-Transpor", 72, DATA, 9_000, 8),
                        new TracedRead("Native-Transpor", 71, DATA, 808, 8)),
                3,
                1);
        assertEquals(1 / 3.0, reads.continued(), 1e-9);
        assertEquals(2 / 3.0, reads.data(), 1e-9);
    }

    private static TracedRead read(String thread, String file, long sector) {
        return new TracedRead(thread, thread.hashCode(), file, sector, 8);
    }
}
