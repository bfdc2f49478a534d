package org.ssdtier.benchmarks.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.brief.BlockUse;
import org.ssdtier.benchmarks.brief.DriveUse;
import org.ssdtier.benchmarks.brief.NodeDriveUse;
import org.ssdtier.benchmarks.load.Latency;

/** Slots of {@code bench run rowcache} with chosen figures, and the result of a run that consists of them. */
final class SyntheticSlots {
    static final Scale SCALE = Scale.named("tiny");
    static final Shares SHARES = Shares.of(Shares.EQUAL_SHARE, SCALE.rows());
    static final Budget BUDGET = Budget.of(SCALE, SHARES);

    private SyntheticSlots() {}

    /** Returns a slot in which every request took as long as the rate says. */
    static SlotResult slot(Slot slot, double perSecond) {
        Histogram micros = new Histogram(3);
        micros.recordValueWithCount(Math.round(1e6 / perSecond), 50);
        return new SlotResult(
                slot,
                null,
                4,
                perSecond,
                slot.hasRate() ? perSecond : 0,
                Latency.of(micros),
                Latency.of(micros),
                new SlotResult.Hits(0.5, 0.2, 0.7, 0, 0, 0),
                new SlotResult.DiskUse(
                        0.3, 5_000, 0.01, 0.2, 100_000_000, SlotResult.Flash.NONE, null, null, null, null, 0),
                new SlotResult.MemoryUse(1 << 20, 1 << 20, 1 << 29, 400, 2_000, 256 << 20, 100 << 20),
                new SlotResult.CpuUse(0.4, 0.3, 1.0),
                Collections.nCopies(4, perSecond));
    }

    static SlotResult withRows(SlotResult of, long memory, long ssd) {
        SlotResult.MemoryUse had = of.memory();
        return with(
                of,
                of.disk(),
                new SlotResult.MemoryUse(
                        had.pageCacheBytesBefore(),
                        had.pageCacheBytes(),
                        had.processBytes(),
                        memory,
                        ssd,
                        had.heapBytes(),
                        had.usedHeapBytes()),
                of.cpu());
    }

    static SlotResult withProcess(SlotResult of, long processBytes) {
        return with(
                of,
                of.disk(),
                new SlotResult.MemoryUse(1 << 20, 1 << 20, processBytes, 400, 2_000, 256 << 20, 100 << 20),
                of.cpu());
    }

    static SlotResult withDrives(SlotResult of, double busyMicros) {
        NodeDriveUse drives =
                new NodeDriveUse(new DriveUse(0.3, 0, busyMicros), new DriveUse(0, 0.1, 1), DriveUse.NONE);
        return with(
                of,
                new SlotResult.DiskUse(
                        0.3, 5_000, 0.01, 0.2, 100_000_000, SlotResult.Flash.NONE, drives, null, null, null, 0),
                of.memory(),
                of.cpu());
    }

    static SlotResult withReads(SlotResult of, DiskReads reads) {
        return with(of, of.disk().with(reads, 0), of.memory(), of.cpu());
    }

    static SlotResult withOutages(SlotResult of, long outages, List<Double> perSecond) {
        SlotResult.Hits had = of.hits();
        return new SlotResult(
                of.slot(),
                of.failure(),
                of.seconds(),
                of.requestsPerSecond(),
                of.offeredPerSecond(),
                of.reads(),
                of.updates(),
                new SlotResult.Hits(had.memory(), had.ssd(), had.total(), 0.25, outages, 7),
                of.disk(),
                of.memory(),
                of.cpu(),
                perSecond);
    }

    static SlotResult withOffered(SlotResult of, double perSecond) {
        return new SlotResult(
                of.slot(),
                of.failure(),
                of.seconds(),
                of.requestsPerSecond(),
                perSecond,
                of.reads(),
                of.updates(),
                of.hits(),
                of.disk(),
                of.memory(),
                of.cpu(),
                of.perSecond());
    }

    static SlotResult withBlocks(SlotResult of, DiskReads reads, BlockUse blocks) {
        SlotResult.Flash none = SlotResult.Flash.NONE;
        return with(
                of,
                new SlotResult.DiskUse(0.3, 5_000, 0.01, 0.2, 100_000_000, none, null, blocks, reads, null, 0),
                of.memory(),
                of.cpu());
    }

    static SlotResult withMachineReads(SlotResult of, @Nullable Double bytesPerSecond) {
        SlotResult.Flash none = SlotResult.Flash.NONE;
        return with(
                of,
                new SlotResult.DiskUse(0.3, 5_000, 0.01, 0.2, 100_000_000, none, null, null, null, bytesPerSecond, 0),
                of.memory(),
                of.cpu());
    }

    static SlotResult withMachineCpu(SlotResult of, double machine) {
        return with(of, of.disk(), of.memory(), new SlotResult.CpuUse(1.5, machine, 2.0));
    }

    private static SlotResult with(
            SlotResult of, SlotResult.DiskUse disk, SlotResult.MemoryUse memory, SlotResult.CpuUse cpu) {
        return new SlotResult(
                of.slot(),
                of.failure(),
                of.seconds(),
                of.requestsPerSecond(),
                of.offeredPerSecond(),
                of.reads(),
                of.updates(),
                of.hits(),
                disk,
                memory,
                cpu,
                of.perSecond());
    }

    /** Returns the content of the result file of a run with all arms of some slots. */
    static JsonNode json(List<SlotResult> slots) {
        List<String> arms =
                slots.stream().map(slot -> slot.slot().arm()).distinct().toList();
        RunDirectory.Plan plan = new RunDirectory.Plan(
                "rowcache",
                arms,
                List.of(95, 85, 75),
                SCALE,
                SHARES,
                BUDGET,
                1,
                "emulated",
                slots.stream()
                        .map(slot -> slot.slot().loadPercent())
                        .filter(load -> load > 0)
                        .distinct()
                        .toList(),
                SSTableFormat.BIG,
                false);
        RunDirectory.Run run =
                new RunDirectory.Run(plan, new Dataset.Facts(SCALE.rows(), 9_000_000, 5), Map.of("seed", 1));
        return new ObjectMapper().valueToTree(new FigureCells(run, new Comparison(plan.toExperiment(), slots)).toMap());
    }

    static ExperimentResult result(List<SlotResult> slots) throws IOException {
        return ExperimentResult.of(json(slots));
    }

    /** Returns the figures of a cell of a result file. */
    static JsonNode cell(JsonNode result, String arm, int readPercent) {
        for (JsonNode cell : result.get("cells")) {
            if (cell.get("arm").asText().equals(arm) && cell.get("read_percent").asInt() == readPercent) {
                return cell;
            }
        }
        throw new AssertionError("no cell of " + arm + " at " + readPercent + " % reads");
    }

    /** Returns the row of a table with a mix and an arm in its first columns. */
    static List<String> row(List<List<String>> rows, int readPercent, String arm) {
        return rows.stream()
                .filter(row ->
                        row.get(0).equals(readPercent + " %") && row.get(1).equals(arm))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no row of " + arm + " in " + rows));
    }

    /** Returns the cell of a row below a heading of {@link MixTable}; the first with this heading. */
    static String below(String heading, List<String> row) {
        return row.get(MixTable.HEADING.indexOf(heading));
    }
}
