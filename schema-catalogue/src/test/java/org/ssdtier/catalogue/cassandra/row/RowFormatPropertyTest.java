package org.ssdtier.catalogue.cassandra.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.Digest;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.rows.BTreeRow;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.db.rows.ComplexColumnData;
import org.apache.cassandra.db.rows.DeserializationHelper;
import org.apache.cassandra.db.rows.EncodingStats;
import org.apache.cassandra.db.rows.NativeCell;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.SerializationHelper;
import org.apache.cassandra.db.rows.UnfilteredSerializer;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.exceptions.UnknownColumnException;
import org.apache.cassandra.io.util.DataInputBuffer;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.schema.CompressionParams;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.apache.cassandra.utils.concurrent.ImmediateFuture;
import org.apache.cassandra.utils.concurrent.OpOrder;
import org.apache.cassandra.utils.memory.Cloner;
import org.apache.cassandra.utils.memory.MemtableAllocator;
import org.apache.cassandra.utils.memory.NativePool;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.SchemaListEntry;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedHeader;
import org.ssdtier.catalogue.cassandra.sstable.ListedSchemas;

/**
 * Tests that random rows of random tables, written by Cassandra's own serializer and by ours, are read as the same
 * rows, cell by cell and digest by digest, for any selection of columns, and also after columns were dropped.
 *
 * <p>{@code -Dssdtier.rows.seconds=N} runs longer, {@code -Dssdtier.rows.seed=N} starts with that history.
 */
@Tag("property")
class RowFormatPropertyTest {
    private static final int VERSION = MessagingService.VERSION_50;
    private static final int ROWS = 30;
    private static final int FEWEST_HISTORIES = 200;
    private static final long SECONDS = Long.getLong("ssdtier.rows.seconds", 10);

    private final WriteCounters total = new WriteCounters();
    private long reads;
    private long apart;
    private long nativeCells;
    /** Unbounded: nothing is ever flushed. */
    private final NativePool pool = new NativePool(1L << 30, 1L << 30, 1, () -> ImmediateFuture.success(true));

    @BeforeAll
    static void configure() {
        DatabaseDescriptor.clientInitialization(false);
        DatabaseDescriptor.setPartitionerUnsafe(Murmur3Partitioner.instance);
    }

    @Test
    void randomRows_writtenByBothSerializers_areReadAsTheSame() throws Exception {
        long seed = Long.getLong("ssdtier.rows.seed", System.nanoTime() >>> 16);
        long endNanos = System.nanoTime() + SECONDS * 1_000_000_000L;
        int histories = 0;
        do {
            long one = seed + histories++;
            try {
                history(new Random(one * 0x9E3779B97F4A7C15L));
            } catch (AssertionError | Exception e) {
                throw new AssertionError("-Dssdtier.rows.seed=" + one + " " + e, e);
            }
        } while (histories < FEWEST_HISTORIES || System.nanoTime() - endNanos < 0);
        assertTrue(nativeCells > 500, "cells outside the heap: " + nativeCells);
        assertTrue(apart > 50, "frozen maps that were written as they were read: " + apart);
        System.out.println("Rows differential: histories=" + histories + " first seed=" + seed + " rows read=" + reads
                + " " + total);
        assertTrue(total.uniformRows > 500 && total.cellsRows > 500 && total.inlineFirstSight > 200, "" + total);
        assertTrue(total.inlineNoGain > 100, "" + total);
        assertTrue(total.inlineFull > 0 && total.inlineTooLarge > 0, "" + total);
    }

    private void history(Random random) throws IOException, UnknownColumnException {
        try (OpOrder.Group writes = new OpOrder().start()) {
            MemtableAllocator allocator = pool.newAllocator("rows");
            // as in a memtable outside the heap or on it
            history(random, random.nextInt(3) == 0 ? allocator.cloner(writes) : null);
            allocator.setDiscarding();
            allocator.setDiscarded();
        }
    }

    private void history(Random random, @Nullable Cloner offHeap) throws IOException, UnknownColumnException {
        RandomRows rows = new RandomRows(random);
        SerializationHeader stock = stats(rows.table, random);
        WrittenSchemas schemas = new WrittenSchemas();
        WriteCounters counters = new WriteCounters();
        RowWriter writer = writer(random, schemas, counters);
        CataloguedHeader ours = CataloguedHeader.forWriting(stock, rows.table, schemas, writer);
        Bytes bytes = new Bytes();
        int shapes = 1 + random.nextInt(8);
        for (int i = 0; i < ROWS; i++) {
            boolean isStatic = random.nextInt(5) == 0 && stock.hasStatic();
            Row next = rows.next(isStatic, shapes);
            Row row = offHeap == null ? next : next.clone(offHeap);
            nativeCells += countNative(row);
            long previous = random.nextInt(3_000);
            write(row, new SerializationHelper(stock), bytes.stock, previous);
            assertTrue(CataloguedRows.write(row, new SerializationHelper(ours), bytes.ours, previous, VERSION));
            bytes.statics.add(isStatic);
        }
        add(counters);
        read(rows, bytes, stock, ours, rows.table); // as in an SSTable that is opened early
        ours.endWriting();
        CataloguedHeader opened = reopened(stock, rows.table, schemas);
        read(rows, bytes, stock, opened, rows.table);
        rewrite(random, rows, bytes, stock, opened);
        TableMetadata later = rows.afterDrops();
        SerializationHeader stockLater = stock.toComponent().toHeader(later);
        read(rows, bytes, stockLater, reopened(stockLater, later, schemas), later);
    }

    /** Works like a compaction, which writes rows to another SSTable as they were read. */
    private void rewrite(
            Random random, RandomRows rows, Bytes bytes, SerializationHeader stock, SerializationHeader opened)
            throws IOException {
        WrittenSchemas schemas = new WrittenSchemas();
        WriteCounters counters = new WriteCounters();
        CataloguedHeader ours =
                CataloguedHeader.forWriting(stock, rows.table, schemas, writer(random, schemas, counters));
        Bytes rewritten = new Bytes();
        DataInputBuffer in = new DataInputBuffer(bytes.ours.asNewBuffer(), false);
        DeserializationHelper whole =
                new DeserializationHelper(rows.table, VERSION, DeserializationHelper.Flag.PRESERVE_SIZE);
        for (boolean isStatic : bytes.statics) {
            Row row = read(in, opened, whole, isStatic);
            long previous = random.nextInt(3_000);
            apart += countApart(row);
            write(row, new SerializationHelper(stock), rewritten.stock, previous);
            assertTrue(CataloguedRows.write(row, new SerializationHelper(ours), rewritten.ours, previous, VERSION));
            rewritten.statics.add(isStatic);
        }
        add(counters);
        ours.endWriting();
        read(rows, rewritten, stock, reopened(stock, rows.table, schemas), rows.table);
    }

    private static long countNative(Row row) {
        long count = 0;
        for (Cell<?> cell : row.cells()) {
            count += cell instanceof NativeCell ? 1 : 0;
        }
        return count;
    }

    private static long countApart(Row row) {
        long count = 0;
        for (Cell<?> cell : row.cells()) {
            count += cell instanceof FrozenMapCell ? 1 : 0;
        }
        return count;
    }

    private static SerializationHeader stats(TableMetadata table, Random random) {
        EncodingStats stats = random.nextBoolean()
                ? EncodingStats.NO_STATS
                : new EncodingStats(1_699_999_998_000_000L, 1_699_999_000, 50);
        return new SerializationHeader(true, table, table.regularAndStaticColumns(), stats);
    }

    private static RowWriter writer(Random random, WrittenSchemas schemas, WriteCounters counters) {
        int definitions = random.nextInt(6) == 0 ? random.nextInt(3) : 1_000;
        int bytes = random.nextInt(6) == 0 ? 80 : 10_000;
        DictionaryLimits limits = new DictionaryLimits(1 + random.nextInt(2), definitions, 1 << 20, bytes);
        LayoutChoice layout = List.of(LayoutChoice.values()).get(random.nextInt(3));
        LayoutSampler.Sizes sizes =
                new LayoutSampler.Sizes(1 + random.nextInt(200), 1 + random.nextInt(400), random.nextInt(2_000));
        LayoutSampler layouts = new LayoutSampler(layout, CompressionParams.DEFAULT, sizes);
        return new RowWriter(
                new SchemaChoice(schemas, SchemaIds.WITHOUT, limits, counters, layouts.budget()), layouts, counters);
    }

    /** Returns the header for reading, built from the bytes of Schemas.db. */
    private static CataloguedHeader reopened(SerializationHeader stock, TableMetadata table, RowSchemas schemas)
            throws IOException {
        List<SchemaListEntry> entries = schemas.definitions().stream()
                .map(definition -> new SchemaListEntry(SchemaIds.NONE, definition))
                .toList();
        SchemaList list = SchemaList.decode(new SchemaList(0, entries).encode(), "test");
        List<SchemaDefinition> definitions =
                list.entries().stream().map(SchemaListEntry::definition).toList();
        return CataloguedHeader.forReading(stock, table, ListedSchemas.of(definitions));
    }

    private void read(
            RandomRows rows, Bytes bytes, SerializationHeader stock, SerializationHeader ours, TableMetadata table)
            throws IOException {
        ColumnFilter selection = table.equals(rows.table) ? rows.selection() : null;
        for (DeserializationHelper.Flag flag : DeserializationHelper.Flag.values()) {
            DataInputBuffer stockIn = new DataInputBuffer(bytes.stock.asNewBuffer(), false);
            DataInputBuffer oursIn = new DataInputBuffer(bytes.ours.asNewBuffer(), false);
            for (boolean isStatic : bytes.statics) {
                Row expected =
                        read(stockIn, stock, new DeserializationHelper(table, VERSION, flag, selection), isStatic);
                Row actual = read(oursIn, ours, new DeserializationHelper(table, VERSION, flag, selection), isStatic);
                assertEquals(text(expected), text(actual));
                assertEquals(expected, actual);
                assertEquals(digest(expected), digest(actual));
                reads++;
            }
            assertEquals(0, oursIn.available());
        }
    }

    private static String text(Row row) {
        StringBuilder text = new StringBuilder();
        text.append(row.clustering()).append(row.primaryKeyLivenessInfo()).append(row.deletion());
        row.columnData().stream()
                .filter(ComplexColumnData.class::isInstance)
                .map(ComplexColumnData.class::cast)
                .forEach(data -> text.append(data.column()).append(data.complexDeletion()));
        for (Cell<?> cell : row.cells()) {
            text.append("\n")
                    .append(cell.column())
                    .append(' ')
                    .append(cell.timestamp())
                    .append(' ');
            text.append(cell.ttl()).append(' ').append(cell.localDeletionTime()).append(' ');
            text.append(
                    cell.path() == null
                            ? ""
                            : ByteBufferUtil.bytesToHex(cell.path().get(0)));
            text.append('=').append(ByteBufferUtil.bytesToHex(cell.buffer()));
        }
        return text.toString();
    }

    private static String digest(Row row) {
        Digest digest = Digest.forReadResponse();
        row.digest(digest);
        return ByteBufferUtil.bytesToHex(java.nio.ByteBuffer.wrap(digest.digest()));
    }

    private static void write(Row row, SerializationHelper helper, DataOutputBuffer out, long previous)
            throws IOException {
        if (row.isStatic()) {
            UnfilteredSerializer.serializer.serializeStaticRow(row, helper, out, VERSION);
        } else {
            UnfilteredSerializer.serializer.serialize(row, helper, out, previous, VERSION);
        }
    }

    /** Reads up to the row's body as Cassandra's callers do. */
    private static Row read(
            DataInputBuffer in, SerializationHeader header, DeserializationHelper wanted, boolean isStatic)
            throws IOException {
        int flags = in.readUnsignedByte();
        int extended = UnfilteredSerializer.readExtendedFlags(in, flags);
        assertEquals(isStatic, UnfilteredSerializer.isStatic(extended));
        Row.Builder builder = BTreeRow.sortedBuilder();
        builder.newRow(
                isStatic
                        ? Clustering.STATIC_CLUSTERING
                        : Clustering.serializer.deserialize(in, VERSION, header.clusteringTypes()));
        Row ours = CataloguedRows.read(in, header, wanted, flags, extended, builder);
        return ours != null
                ? ours
                : UnfilteredSerializer.serializer.deserializeRowBody(in, header, wanted, flags, extended, builder);
    }

    private void add(WriteCounters counters) {
        total.cellsRows += counters.cellsRows;
        total.uniformRows += counters.uniformRows;
        total.inlineFirstSight += counters.inlineFirstSight;
        total.inlineFull += counters.inlineFull;
        total.inlineNoGain += counters.inlineNoGain;
        total.inlineTooLarge += counters.inlineTooLarge;
    }

    /** The bytes that both serializers wrote. */
    private static final class Bytes {
        final DataOutputBuffer stock = new DataOutputBuffer();
        final DataOutputBuffer ours = new DataOutputBuffer();
        final List<Boolean> statics = new ArrayList<>();
    }
}
