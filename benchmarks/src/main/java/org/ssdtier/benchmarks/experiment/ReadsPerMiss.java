package org.ssdtier.benchmarks.experiment;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.ssdtier.benchmarks.load.Spread;

/** The parts of the disk reads of a miss, in a result file and in reports: {@link DiskReads} divided by the misses. */
enum ReadsPerMiss {
    ALL(DiskReads::ofClients),
    DATA(DiskReads::data),
    CONTINUED(DiskReads::continued),
    INDEX(DiskReads::index),
    OTHERS(DiskReads::others),
    FILE_SYSTEM(DiskReads::fileSystem),
    /** Not of the disk: the SSTables that a miss merged. */
    SSTABLES(DiskReads::sstablesPerRead),
    COMPACTION(DiskReads::compaction),
    BACKGROUND(DiskReads::background);

    private static final double PERCENT = 100;

    private final ToDoubleFunction<DiskReads> perRequest;

    ReadsPerMiss(ToDoubleFunction<DiskReads> perRequest) {
        this.perRequest = perRequest;
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
        double reads =
                perRequest.applyAsDouble(Objects.requireNonNull(slot.disk().reads()));
        double missesPerRead = 1 - slot.hits().total();
        return this == SSTABLES ? reads / missesPerRead : reads / (slot.slot().readPercent() / PERCENT * missesPerRead);
    }
}
