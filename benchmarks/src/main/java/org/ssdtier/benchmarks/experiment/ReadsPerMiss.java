package org.ssdtier.benchmarks.experiment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.brief.BlockUse;
import org.ssdtier.benchmarks.load.Spread;

/** The parts of the disk reads of a miss, in a result file and in reports: {@link DiskReads} divided by the misses. */
enum ReadsPerMiss {
    ALL(traced(DiskReads::ofClients)),
    DATA(traced(DiskReads::data)),
    CONTINUED(traced(DiskReads::continued)),
    INDEX(traced(DiskReads::index)),
    OTHERS(traced(DiskReads::others)),
    FILE_SYSTEM(traced(DiskReads::fileSystem)),
    /** Not of the disk: the SSTables that a miss merged. */
    SSTABLES(traced(DiskReads::sstablesPerRead)),
    COMPACTION(traced(DiskReads::compaction)),
    BACKGROUND(traced(DiskReads::background)),
    /** Answered by a block cache in front of the disk. The other parts include these reads, because they are traced above it. */
    BLOCK_HITS(ReadsPerMiss::blockHits);

    private static final double PERCENT = 100;

    private final ToDoubleFunction<SlotResult> perRequest;

    ReadsPerMiss(ToDoubleFunction<SlotResult> perRequest) {
        this.perRequest = perRequest;
    }

    private static ToDoubleFunction<SlotResult> traced(ToDoubleFunction<DiskReads> reads) {
        return slot -> reads.applyAsDouble(Objects.requireNonNull(slot.disk().reads()));
    }

    private static double blockHits(SlotResult slot) {
        BlockUse blocks = Objects.requireNonNullElse(slot.disk().blocks(), BlockUse.NONE);
        double missed = 1 - blocks.hits();
        return missed == 0 ? 0 : slot.disk().dataReads() * blocks.hits() / missed;
    }

    /** Returns the name of the part in a result file. */
    String field() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether the reads of all slots were traced, and there were misses. */
    static boolean areIn(List<SlotResult> slots) {
        return !slots.isEmpty()
                && slots.stream()
                        .allMatch(slot ->
                                slot.disk().reads() != null && slot.hits().total() < 1);
    }

    /** Returns all parts of some slots under one mix. */
    static Map<String, Object> of(List<SlotResult> slots) {
        Map<String, Object> parts = new LinkedHashMap<>();
        for (ReadsPerMiss part : values()) {
            parts.put(
                    part.field(),
                    Spread.of(slots.stream().map(part::inSlot).toList()).toMap());
        }
        return parts;
    }

    private double inSlot(SlotResult slot) {
        double reads = perRequest.applyAsDouble(slot);
        double missesPerRead = 1 - slot.hits().total();
        return this == SSTABLES ? reads / missesPerRead : reads / (slot.slot().readPercent() / PERCENT * missesPerRead);
    }
}
