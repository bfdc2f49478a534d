package org.ssdtier.catalogue.cassandra.estimate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.io.sstable.format.Version;
import org.apache.cassandra.schema.CompressionParams;
import org.apache.cassandra.schema.TableMetadata;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.SchemaListEntry;
import org.ssdtier.catalogue.cassandra.config.WriteSettings;
import org.ssdtier.catalogue.cassandra.row.LayoutSampler;
import org.ssdtier.catalogue.cassandra.row.RowWriter;
import org.ssdtier.catalogue.cassandra.row.SchemaChoice;
import org.ssdtier.catalogue.cassandra.row.WriteCounters;
import org.ssdtier.catalogue.cassandra.row.WrittenSchemas;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedHeader;

/**
 * The rows of one SSTable, written as Cassandra does and as catalogued, with the same choices as in a flush. Which of
 * both is written first alternates, so that neither always finds the rows in the caches of the CPU.
 */
final class WrittenTwice implements AutoCloseable {
    /** Batches that warm up the JVM. */
    private static final int WARM_UP = 16;

    private final WrittenSchemas schemas = new WrittenSchemas();
    private final WriteCounters counters = new WriteCounters();
    private final RowStream stock;
    private final RowStream catalogued;
    private final List<State> states = new ArrayList<>();
    private long stockNanos;
    private long cataloguedNanos;
    private int batches;
    private int measured;
    private long definitionBytes;

    /**
     * The bytes after a batch.
     *
     * @param stock bytes of {@code Data.db} as Cassandra writes it
     * @param catalogued bytes of {@code Data.db} as catalogued
     * @param dictionary bytes of {@code Schemas.db}, about
     */
    record State(long stock, long catalogued, long dictionary) {}

    WrittenTwice(SerializationHeader header, TableMetadata table, Version version, CompressionParams compression) {
        WriteSettings settings = WriteSettings.NONE;
        LayoutSampler layouts = new LayoutSampler(settings.layout(), compression);
        SchemaChoice choice =
                new SchemaChoice(schemas, SchemaIds.WITHOUT, settings.limits(), counters, layouts.budget());
        RowWriter writer = new RowWriter(choice, layouts, counters);
        this.stock = new RowStream(header, version, compression);
        this.catalogued =
                new RowStream(CataloguedHeader.forWriting(header, table, schemas, writer), version, compression);
    }

    /** Writes a batch. */
    void write(List<Run> runs) throws IOException {
        boolean isStockFirst = batches % 2 == 0;
        long first = (isStockFirst ? stock : catalogued).write(runs);
        long second = (isStockFirst ? catalogued : stock).write(runs);
        if (batches >= WARM_UP) {
            stockNanos += isStockFirst ? first : second;
            cataloguedNanos += isStockFirst ? second : first;
        }
        batches++;
        states.add(new State(stock.stored(), catalogued.stored(), roughDictionary()));
    }

    private long roughDictionary() {
        List<SchemaDefinition> all = schemas.definitions();
        for (; measured < all.size(); measured++) {
            definitionBytes += all.get(measured).length();
        }
        return definitionBytes;
    }

    /** Ends both streams. */
    void finish() throws IOException {
        stock.finish();
        catalogued.finish();
    }

    /**
     * Returns the ratio of bytes, catalogued to stock, of an SSTable.
     *
     * @param isWhole whether all of its rows were written
     * @param stockBytes its bytes; used only for the part that was not written, for which the second half of the sample
     *     stands: there the dictionary has learnt what recurs
     */
    double ratio(boolean isWhole, long stockBytes) {
        long dictionary = encodedDictionary();
        double known = (double) (catalogued.stored() + dictionary);
        if (isWhole || stockBytes <= stock.stored() || states.size() < 2) {
            return known / stock.stored();
        }
        State half = states.get(states.size() / 2 - 1);
        State end = states.get(states.size() - 1);
        double seen = (double) Math.max(1, end.stock - half.stock);
        double rest = (double) (stockBytes - stock.stored());
        double grown =
                end.dictionary == 0 ? 0 : (double) dictionary / end.dictionary * (end.dictionary - half.dictionary);
        double most = (double) Math.max(0, WriteSettings.NONE.limits().bytes() - dictionary);
        double more = Math.min(most, grown / seen * rest);
        return (known + (end.catalogued - half.catalogued) / seen * rest + more) / stockBytes;
    }

    private long encodedDictionary() {
        List<SchemaListEntry> entries = new ArrayList<>();
        for (SchemaDefinition definition : schemas.definitions()) {
            entries.add(new SchemaListEntry(entries.size() + 1, definition));
        }
        return new SchemaList(1, entries).encode().remaining();
    }

    /** Returns the CPU time of writing as catalogued relative to stock; null if too few rows were written. */
    static @Nullable Double cpuRatio(List<WrittenTwice> sstables) {
        long stockNanos =
                sstables.stream().mapToLong(sstable -> sstable.stockNanos).sum();
        long cataloguedNanos =
                sstables.stream().mapToLong(sstable -> sstable.cataloguedNanos).sum();
        int counted = sstables.stream()
                .mapToInt(sstable -> Math.max(0, sstable.batches - WARM_UP))
                .sum();
        return counted < WARM_UP || stockNanos == 0 ? null : (double) cataloguedNanos / stockNanos;
    }

    WriteCounters counters() {
        return counters;
    }

    WrittenSchemas schemas() {
        return schemas;
    }

    long stockBytes() {
        return stock.written();
    }

    @Override
    public void close() {
        stock.close();
        catalogued.close();
    }
}
