package org.ssdtier.benchmarks.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.ssdtier.benchmarks.cli.Allowed;
import org.ssdtier.benchmarks.load.RowShape;
import org.ssdtier.benchmarks.load.WilliamsOrder;
import org.ssdtier.benchmarks.node.RowCacheKind;

/**
 * An experiment: the arms to compare and the mixes of requests.
 *
 * @param name its name on the command line
 * @param question question that it answers
 * @param paper result of the paper
 * @param arms arms in the order of the tables; for the order in which they run see {@link #slots(int)}
 * @param baseline name of the arm to which the others are compared
 * @param readPercents mixes, as percentages of reads
 * @param table kind of table
 * @param modelLimits limits of its model beyond those of all emulated disks, for the report; may be empty
 */
record Experiment(
        String name,
        String question,
        String paper,
        List<Arm> arms,
        String baseline,
        List<Integer> readPercents,
        Table table,
        String modelLimits) {
    /**
     * A kind of table.
     *
     * @param shape shape of its rows
     * @param fitsPageCache whether each node has page cache for the whole table
     */
    record Table(RowShape shape, boolean fitsPageCache) {
        /** The table of the row cache experiments: several times as large as the memory. */
        static final Table ROWS = new Table(RowShape.COLUMNS, false);
        /** The table of the schema experiment: 6.8 GB in the paper, on a machine with 16 GB of memory. */
        static final Table MAPS = new Table(RowShape.MAP, true);
    }

    /** The factor for the length of a slot that must include flushes and compactions. */
    private static final int FLUSHING_SLOT = 2;

    static final Experiment ROW_CACHE = new Experiment(
            "rowcache",
            "What does the SSD tier add to a row cache in memory if the rows are on slow disks?",
            "95 % reads: 384 to 710 reads/s (+85 %), 5.6 to 3.0 ms (-46 %); hit ratio above 85 %, and 72 and 60 % at 85 "
                    + "and 75 % reads, as a write drops the row there",
            List.of(
                    Arm.onHdd("none", "no row cache; its memory is page cache", RowCacheKind.NONE),
                    Arm.onHdd("ohc", "stock's default row cache", RowCacheKind.OHC),
                    Arm.onHdd("serializing", "stock's other row cache", RowCacheKind.SERIALIZING),
                    Arm.onHdd("ssdtier", "memory and SSD tier", RowCacheKind.SSDTIER),
                    Arm.withKeyIndex(
                            "key-index",
                            "memory and SSD tier, key indexes of the SSTables in place of some of its rows"),
                    Arm.ofMode(
                            "invalidate",
                            "memory and SSD tier, a write drops the row as in the paper",
                            TierMode.INVALIDATE),
                    Arm.placed("all-ssd", "no row cache, everything on SSDs: the ceiling", Disk.SSD, Disk.SSD, 1),
                    Arm.ofMode(
                            "memory-invalidate",
                            "our memory tier, the SSD is not used, a write drops the row",
                            TierMode.MEMORY_INVALIDATE),
                    Arm.ofMode("memory-only", "our memory tier, the SSD is not used", TierMode.MEMORY_ONLY),
                    Arm.ofMode("admit-all", "memory and SSD tier, every evicted row is written", TierMode.ADMIT_ALL),
                    Arm.withBlocks(
                            "block-cache",
                            "stock's default row cache, as many bytes of the SSD as a cache of the disk's blocks (a model)"),
                    Arm.ofKeys("index-only", "no row cache; its memory is page cache; key indexes of the SSTables")),
            "ohc",
            List.of(95, 85, 75),
            Table.ROWS,
            "");

    static final Experiment PLACEMENT = new Experiment(
            "placement",
            "Which files gain from an SSD: the commit log's, the data's, or both?",
            "the log on an SSD gains little, the data on an SSD much (C1 to C6, drawn only; C1 and C4 are inferred; the "
                    + "text calls C5 the optimum for HDDs once and for SSDs once, so both C5 and C6 are given more "
                    + "client threads here)",
            List.of(
                    Arm.placed("c1", "all on HDD", Disk.HDD, Disk.HDD, 1),
                    Arm.placed("c2", "log on SSD", Disk.HDD, Disk.SSD, 1),
                    Arm.placed("c3", "data on SSD", Disk.SSD, Disk.HDD, 1),
                    Arm.placed("c4", "all on SSD", Disk.SSD, Disk.SSD, 1),
                    Arm.placed("c5", "all on HDD, four times the threads", Disk.HDD, Disk.HDD, 4),
                    Arm.placed("c6", "all on SSD, four times the threads", Disk.SSD, Disk.SSD, 4)),
            "c1",
            List.of(95),
            Table.ROWS,
            "");

    static final Experiment FILL = new Experiment(
            "fill",
            "What does a nearly full drive cost?",
            "on a nearly full SSD performance degrades more than on a nearly full HDD, under a read-heavy load (drawn "
                    + "only: an order, no figures)",
            List.of(
                    filled("hdd-fresh", "all on the outer tracks of empty HDDs", Disk.FRESH_HDD),
                    filled("hdd-full", "all on the inner tracks of nearly full HDDs", Disk.FULL_HDD),
                    filled("ssd-fresh", "all on an SSD that was never written to", Disk.FRESH_SSD),
                    filled("ssd-full", "all on an SSD that has been nearly full for a long time", Disk.FULL_SSD)),
            "hdd-fresh",
            List.of(95, 75, 50),
            Table.ROWS,
            "Other data on a full drive is neither read nor written during a run. The model leaves out that a nearly "
                    + "full HDD scatters new files over the remaining gaps, and that an SSD levels wear, refreshes "
                    + "data that is read often, and may serve reads during an erasure. "
                    + "Deleted files are not trimmed, because the file system is mounted without discard.");

    static final Experiment SCHEMA = new Experiment(
            "schema",
            "What do schema IDs in place of column names save, and what do they cost?",
            "40 million rows of 5 to 10 columns: 6.8 to 6.01 GB compressed (-11.6 %), no loss of throughput or latency at "
                    + "95, 50 and 5 % reads",
            List.of(
                    Arm.formatted("big", "stock's default format", SSTableFormat.BIG),
                    Arm.formatted("bti", "stock's other format, on which ours is based", SSTableFormat.BTI),
                    Arm.formatted("catalogued", "rows with schema IDs", SSTableFormat.CATALOGUED)),
            "bti",
            List.of(95, 50, 5),
            Table.MAPS,
            "The columns are map entries here: a table of today declares its columns and stores no names. The table "
                    + "fits into the page cache, as in the paper, so the comparison is of CPU time.");

    private static Arm filled(String name, String words, Disk disk) {
        return Arm.placed(name, words, disk, disk, 1);
    }

    static final List<Experiment> ALL = List.of(FILL, PLACEMENT, ROW_CACHE, SCHEMA);

    /**
     * Returns the experiment with the given name.
     *
     * @throws IllegalArgumentException if there is none; the message names the existing ones
     */
    static Experiment named(String name) {
        return Allowed.named("experiment", name, ALL, experiment -> experiment.name);
    }

    /**
     * Returns this experiment with only some of its arms, in its own order.
     *
     * @throws IllegalArgumentException if this experiment has no such arm
     */
    Experiment only(List<String> names) {
        for (String wanted : names) {
            arm(wanted);
        }
        List<Arm> left = arms.stream().filter(arm -> names.contains(arm.name())).toList();
        return new Experiment(name, question, paper, left, baseline, readPercents, table, modelLimits);
    }

    /** Returns this experiment without arms that have a block cache, for disks that are not emulated. */
    Experiment withoutBlocks() {
        List<Arm> left = arms.stream().filter(arm -> !arm.hasBlocks()).toList();
        return new Experiment(name, question, paper, left, baseline, readPercents, table, modelLimits);
    }

    /**
     * Returns this experiment with SSTables of another of stock's formats.
     *
     * @throws IllegalArgumentException if it is ours, or if it is this experiment that compares formats
     */
    Experiment inFormat(SSTableFormat format) {
        Allowed.require(format != SSTableFormat.CATALOGUED, "format", format, "BIG, BTI");
        Allowed.require(
                format == SSTableFormat.BIG || arms.stream().allMatch(arm -> arm.format() == SSTableFormat.BIG),
                "format",
                format,
                "BIG for " + name + ", which compares formats");
        List<Arm> formatted = arms.stream().map(arm -> arm.inFormat(format)).toList();
        return new Experiment(name, question, paper, formatted, baseline, readPercents, table, modelLimits);
    }

    /** Returns the arm with the given name. */
    Arm arm(String wanted) {
        return arms.stream()
                .filter(arm -> arm.name().equals(wanted))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("arm=" + wanted + ": allowed in " + name + " are "
                        + arms.stream().map(Arm::name).collect(Collectors.joining(", "))));
    }

    boolean hasArm(String wanted) {
        return arms.stream().anyMatch(arm -> arm.name().equals(wanted));
    }

    /**
     * Returns a scale adapted to this experiment: with page cache for the whole table if the table fits it, and with
     * slots long enough for flushes and compactions if fill levels are compared.
     */
    Scale adapted(Scale scale) {
        Scale adapted = table.fitsPageCache() ? scale.withPageCacheForAll() : scale;
        return hasFillLevels() ? adapted.withSlotSeconds(FLUSHING_SLOT * adapted.slotSeconds()) : adapted;
    }

    /** Returns the disks that its arms use. */
    List<Disk> disks() {
        List<Disk> disks = new ArrayList<>();
        for (Arm arm : arms) {
            disks.addAll(List.of(arm.data(), arm.log()));
            if (arm.ssd() != Arm.Ssd.NOTHING) {
                disks.add(Disk.SSD);
            }
        }
        return disks.stream().distinct().toList();
    }

    /** Returns whether this experiment compares disks with different fill levels. */
    boolean hasFillLevels() {
        return arms.stream().anyMatch(arm -> arm.data().fill != null || arm.log().fill != null);
    }

    /** Returns the settings of all nodes. If fill levels are compared, memtables are scaled down like the data. */
    Map<String, String> yaml(Scale scale) {
        return hasFillLevels() ? Map.of("memtable_heap_space", (scale.memtableBytes() >> 20) + "MiB") : Map.of();
    }

    /**
     * Returns the slots of all rounds, then those with a fixed rate, whose rates depend on the former. Each round runs all
     * mixes one after the other again, each mix all loads, and each load all arms. The loads of a round, too, are in the
     * order of {@link WilliamsOrder}: an ascending load would always find what a lower one has left behind.
     *
     * @param loads offered loads, see {@link Slot}; their order does not matter
     */
    List<Slot> slots(int rounds, List<Integer> loads) {
        List<Slot> slots = new ArrayList<>(slots(rounds));
        List<Integer> ascending = loads.stream().sorted().toList();
        for (int round = 1; round <= rounds; round++) {
            for (int readPercent : readPercents) {
                for (int load : WilliamsOrder.ofRound(ascending, round)) {
                    addSlots(slots, readPercent, round, load);
                }
            }
        }
        return slots;
    }

    /** Returns the stock arms on the disks of the baseline. The best of them is 100 % of an offered load. */
    List<Arm> stockArms() {
        Arm base = named(name).arm(baseline);
        return arms.stream()
                .filter(arm -> arm.isStock() && arm.data() == base.data() && arm.log() == base.log())
                .toList();
    }

    /**
     * Returns the slots of all rounds whose clients wait for their answers. Each round runs all mixes one after the other,
     * and each mix all arms, in the order of {@link WilliamsOrder}: what an arm finds depends on the one before it, for
     * example the temperature of the machine and writes that the host's disk still has to do. The order of a round does
     * not depend on the number of rounds, nor on the slots that have a result, so an interrupted run continues with it.
     */
    List<Slot> slots(int rounds) {
        List<Slot> slots = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            for (int readPercent : readPercents) {
                addSlots(slots, readPercent, round, 0);
            }
        }
        return slots;
    }

    private void addSlots(List<Slot> slots, int readPercent, int round, int load) {
        for (Arm arm : WilliamsOrder.ofRound(arms, round)) {
            slots.add(new Slot(arm.name(), readPercent, round, load));
        }
    }
}
