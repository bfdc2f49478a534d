package org.ssdtier.catalogue.cassandra.row;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** The totals of the rows of all SSTables of the format {@code catalogued} that this JVM has completed. */
public final class WriteTotals {
    /** The totals of this JVM. */
    public static final WriteTotals NODE = new WriteTotals();

    private final LongAdder sstables = new LongAdder();
    private final LongAdder schemas = new LongAdder();
    private final LongAdder cellsRows = new LongAdder();
    private final LongAdder uniformRows = new LongAdder();
    private final LongAdder inlineFirstSight = new LongAdder();
    private final LongAdder inlineFull = new LongAdder();
    private final LongAdder inlineTooLarge = new LongAdder();
    private final LongAdder inlineNoGain = new LongAdder();
    private final LongAdder inlineUnseen = new LongAdder();
    private final LongAdder inlineCollision = new LongAdder();
    private final LongAdder namesBytes = new LongAdder();

    private WriteTotals() {}

    /** Adds the counters of an SSTable that is complete, with this number of definitions in its dictionary. */
    public void add(WriteCounters counters, int schemaCount) {
        sstables.increment();
        schemas.add(schemaCount);
        cellsRows.add(counters.cellsRows);
        uniformRows.add(counters.uniformRows);
        inlineFirstSight.add(counters.inlineFirstSight);
        inlineFull.add(counters.inlineFull);
        inlineTooLarge.add(counters.inlineTooLarge);
        inlineNoGain.add(counters.inlineNoGain);
        inlineUnseen.add(counters.inlineUnseen);
        inlineCollision.add(counters.inlineCollision);
        namesBytes.add(counters.namesBytes);
    }

    /** Returns the number of SSTables completed. */
    public long sstables() {
        return sstables.sum();
    }

    /** Returns the number of definitions in their dictionaries, counted for each SSTable. */
    public long schemas() {
        return schemas.sum();
    }

    /** Returns the number of rows with a schema, written one cell after another. */
    public long cellsRows() {
        return cellsRows.sum();
    }

    /** Returns the number of rows with a schema, in a uniform layout. */
    public long uniformRows() {
        return uniformRows.sum();
    }

    /**
     * Returns the number of rows that contain their names because their shape was seen for the first time in the
     * SSTable.
     */
    public long inlineFirstSight() {
        return inlineFirstSight.sum();
    }

    /** Returns the number of rows that contain their names because the SSTable's dictionary was full. */
    public long inlineFull() {
        return inlineFull.sum();
    }

    /** Returns the number of rows that contain their names because their definition would be too large. */
    public long inlineTooLarge() {
        return inlineTooLarge.sum();
    }

    /**
     * Returns the number of rows that contain their names because a sample of the SSTable showed that a schema saves
     * nothing.
     */
    public long inlineNoGain() {
        return inlineNoGain.sum();
    }

    /** Returns the number of rows that contain their names because hardly any row before them had a schema. */
    public long inlineUnseen() {
        return inlineUnseen.sum();
    }

    /** Returns the number of rows that contain their names because too many other schemas had their hash. */
    public long inlineCollision() {
        return inlineCollision.sum();
    }

    /** Returns the bytes of map keys that are omitted from rows with a schema, before compression. */
    public long namesBytes() {
        return namesBytes.sum();
    }

    /** Returns all totals by name. */
    public Map<String, Long> figures() {
        Map<String, Long> figures = new LinkedHashMap<>();
        figures.put("sstables", sstables());
        figures.put("schemas", schemas());
        figures.put("cellsRows", cellsRows());
        figures.put("uniformRows", uniformRows());
        figures.put("inlineFirstSight", inlineFirstSight());
        figures.put("inlineFull", inlineFull());
        figures.put("inlineTooLarge", inlineTooLarge());
        figures.put("inlineNoGain", inlineNoGain());
        figures.put("inlineUnseen", inlineUnseen());
        figures.put("inlineCollision", inlineCollision());
        figures.put("namesBytes", namesBytes());
        return figures;
    }

    @Override
    public String toString() {
        return figures().toString();
    }
}
