package org.ssdtier.catalogue.cassandra;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** What happened to the rows of all SSTables of the format {@code catalogued} that this JVM has completed. */
public final class WriteTotals {
    /** This JVM's. */
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

    void add(WriteCounters counters, int schemaCount) {
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

    /** SSTables completed. */
    public long sstables() {
        return sstables.sum();
    }

    /** Definitions in their dictionaries, each SSTable's own. */
    public long schemas() {
        return schemas.sum();
    }

    /** Rows with a schema, one cell after another. */
    public long cellsRows() {
        return cellsRows.sum();
    }

    /** Rows with a schema, in a uniform layout. */
    public long uniformRows() {
        return uniformRows.sum();
    }

    /** Rows with their own names: their shape was seen for the first time in the SSTable. */
    public long inlineFirstSight() {
        return inlineFirstSight.sum();
    }

    /** Rows with their own names: the SSTable's dictionary was full. */
    public long inlineFull() {
        return inlineFull.sum();
    }

    /** Rows with their own names: their definition would be too large. */
    public long inlineTooLarge() {
        return inlineTooLarge.sum();
    }

    /** Rows with their own names: a sample of the SSTable said that a schema saves nothing. */
    public long inlineNoGain() {
        return inlineNoGain.sum();
    }

    /** Rows with their own names: hardly any row before them had a schema. */
    public long inlineUnseen() {
        return inlineUnseen.sum();
    }

    /** Rows with their own names: too many other schemas had their hash. */
    public long inlineCollision() {
        return inlineCollision.sum();
    }

    /** Bytes of map keys that rows with a schema did without, before compression. */
    public long namesBytes() {
        return namesBytes.sum();
    }

    /** All of these by name. */
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
