package org.ssdtier.catalogue.cassandra.row;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.LivenessInfo;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.rows.BTreeRow;
import org.apache.cassandra.db.rows.BufferCell;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.db.rows.CellPath;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.SerializationHelper;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.catalogue.DefinitionDescriptor;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.SchemaListDescriptor;
import org.ssdtier.catalogue.SchemaListEntry;

/**
 * Tests with rows whose keys were chosen to collide, whose comparisons are counted and not timed; and of a dictionary's
 * caps.
 */
@Tag("unit")
final class SchemaChoiceTest {
    private static final TableMetadata TABLE;
    private static final int SHAPES = 2_000;
    /** An unsigned varint of five bytes. */
    private static final int MOST_BYTES_ID = -1;

    static {
        DatabaseDescriptor.clientInitialization(false);
        DatabaseDescriptor.setPartitionerUnsafe(Murmur3Partitioner.instance);
        TABLE = TableMetadata.builder("lab", "rows")
                .partitioner(Murmur3Partitioner.instance)
                .addPartitionKeyColumn("k", Int32Type.instance)
                .addClusteringColumn("c", Int32Type.instance)
                .addRegularColumn("tags", MapType.getInstance(UTF8Type.instance, UTF8Type.instance, true))
                .build();
    }

    private final WriteCounters counters = new WriteCounters();
    private final WrittenSchemas schemas = new WrittenSchemas();
    private final SchemaChoice choice = new SchemaChoice(
            schemas,
            SchemaIds.WITHOUT,
            new DictionaryLimits(1, 16_384, 1 << 30, 1 << 14),
            counters,
            new SchemaBudget());

    /** Checked by removal: without the bound each row is compared with every schema, two million times in all. */
    @Test
    void ordinalOf_rowsThatAllHashAlike_comparesAFewTimesEach() {
        RowScan scan = new RowScan(new ShapeHash(0)); // as if the key were known
        for (int sighting = 0; sighting < 2; sighting++) {
            for (int n = 0; n < SHAPES; n++) {
                scan.read(row(n), new SerializationHelper(SerializationHeader.makeWithoutStats(TABLE)));
                int ordinal = choice.ordinalOf(scan);
                assertEquals(n < ShapeTable.MAX_PER_HASH ? n + 1 : RowSchemas.INLINE, ordinal, "n=" + n);
            }
        }
        assertEquals(ShapeTable.MAX_PER_HASH, schemas.count());
        assertEquals(2L * (SHAPES - ShapeTable.MAX_PER_HASH), counters.inlineCollision);
        assertTrue(counters.collisions <= 2L * SHAPES * ShapeTable.MAX_PER_HASH, "collisions=" + counters.collisions);
    }

    @Test
    void ordinalOf_otherRows_neverCollide() {
        RowScan scan = new RowScan();
        for (int sighting = 0; sighting < 2; sighting++) {
            for (int n = 0; n < SHAPES; n++) {
                scan.read(row(n), new SerializationHelper(SerializationHeader.makeWithoutStats(TABLE)));
                assertNotEquals(RowSchemas.INLINE, choice.ordinalOf(scan));
            }
        }
        assertEquals(SHAPES, schemas.count());
        assertEquals(0, counters.collisions);
    }

    /**
     * Whatever IDs the definitions get, the dictionary can be written; otherwise the flush fails, now and at each
     * attempt. Checked by removal: if the cap is tested before the definition is measured, or without the overhead of
     * an entry, one dictionary is too long.
     */
    @Test
    void ordinalOf_definitionsNearEveryBound_theDictionaryStaysWithinItsCap() {
        RowScan scan = new RowScan();
        for (int capBytes : new int[] {1, 20, 36, 37, 38, 100, 1_000, 4_096}) {
            for (int keyBytes = 1; keyBytes <= 300; keyBytes++) {
                List<SchemaListEntry> entries = new ArrayList<>();
                SchemaChoice capped = new SchemaChoice(
                        new WrittenSchemas(),
                        collecting(entries),
                        new DictionaryLimits(1, 16_384, capBytes, 1 << 14),
                        counters,
                        new SchemaBudget());
                for (int n = 0; n < 40; n++) {
                    read(row(key(n, keyBytes)), scan);
                    int ordinal = capped.ordinalOf(scan);
                    assertEquals(ordinal, capped.ordinalOf(scan), "the same row again");
                }
                String what = "cap=" + capBytes + " key=" + keyBytes;
                long bytes = entries.stream().mapToLong(SchemaChoiceTest::bytes).sum();
                assertTrue(bytes <= capBytes, what + " bytes=" + bytes);
                long one = bytes(new SchemaListEntry(MOST_BYTES_ID, definition(row(key(0, keyBytes)))));
                long most = Math.min(40, capBytes / (one + 3)); // a length takes one to three bytes
                assertTrue(entries.size() >= most, what + " entries=" + entries.size() + " of " + most);
            }
        }
    }

    /** A definition that does not fit leaves the room to shorter ones. */
    @Test
    void ordinalOf_longDefinitionThatHasNoRoom_shorterOnesEnter() {
        DictionaryLimits limits = new DictionaryLimits(1, 16_384, 200, 1 << 14);
        SchemaChoice capped = new SchemaChoice(schemas, SchemaIds.WITHOUT, limits, counters, new SchemaBudget());
        RowScan scan = new RowScan();
        for (int sighting = 0; sighting < 2; sighting++) {
            read(row(key(1, 300)), scan);
            assertEquals(RowSchemas.INLINE, capped.ordinalOf(scan));
        }
        read(row(key(2, 20)), scan);
        assertEquals(1, capped.ordinalOf(scan));
        assertEquals(2, counters.inlineFull);
    }

    /**
     * The largest cap that may be configured. Checked by removal: with the last definition the list cannot be encoded.
     */
    @Test
    void ordinalOf_definitionsBeyondTheLargestCap_theDictionaryCanBeWritten() {
        List<SchemaListEntry> entries = new ArrayList<>();
        SchemaChoice capped = new SchemaChoice(
                new WrittenSchemas(),
                collecting(entries),
                new DictionaryLimits(1, 16_384, SchemaListDescriptor.MAX_BODY_BYTES, DefinitionDescriptor.MAX_BYTES),
                counters,
                new SchemaBudget());
        RowScan scan = new RowScan();
        for (int n = 0; n < 260; n++) {
            read(row(key(n, DefinitionDescriptor.MAX_BYTES - 12)), scan);
            capped.ordinalOf(scan);
        }
        assertEquals(255, entries.size());
        assertEquals(5, counters.inlineFull);
        assertEquals(DefinitionDescriptor.MAX_BYTES, entries.get(0).definition().length());
        long bytes = entries.stream().mapToLong(SchemaChoiceTest::bytes).sum();
        assertTrue(bytes <= SchemaListDescriptor.MAX_BODY_BYTES, "what SchemaList.encode refuses, bytes=" + bytes);
    }

    /**
     * A cell outside the heap creates its path on each call. Checked by removal: the comparison with the schema calls
     * it again.
     */
    @Test
    void ordinalOf_rowOfAKnownShape_asksEachCellForItsPathOnce() {
        AtomicInteger asked = new AtomicInteger();
        Row.Builder builder = BTreeRow.sortedBuilder();
        builder.newRow(Clustering.make(ByteBufferUtil.bytes(1)));
        int cells = 100;
        for (int n = 0; n < cells; n++) {
            builder.addCell(
                    new BufferCell(
                            TABLE.getColumn(ByteBufferUtil.bytes("tags")),
                            1,
                            Cell.NO_TTL,
                            Cell.NO_DELETION_TIME,
                            ByteBufferUtil.bytes("value"),
                            CellPath.create(ByteBufferUtil.bytes(n))) {
                        @Override
                        public CellPath path() {
                            asked.incrementAndGet();
                            return super.path();
                        }
                    });
        }
        Row row = builder.build();
        RowScan scan = new RowScan();
        for (int sighting = 0; sighting < 3; sighting++) {
            asked.set(0);
            read(row, scan);
            assertEquals(1, choice.ordinalOf(scan));
            assertEquals(cells, asked.get(), "sighting=" + sighting);
        }
    }

    /** Returns a source that gives each definition the ID that takes most bytes, and collects both. */
    private static SchemaIds collecting(List<SchemaListEntry> entries) {
        return new SchemaIds() {
            @Override
            public long instanceId() {
                return 1;
            }

            @Override
            public int idOf(SchemaDefinition definition) {
                entries.add(new SchemaListEntry(MOST_BYTES_ID, definition));
                return MOST_BYTES_ID;
            }

            @Override
            public void close() {}
        };
    }

    /** Returns the bytes that a list counts: the ID and the length as unsigned varints, and the definition. */
    private static long bytes(SchemaListEntry entry) {
        int length = entry.definition().length();
        return 5L + (length < 1 << 7 ? 1 : length < 1 << 14 ? 2 : 3) + length;
    }

    private static SchemaDefinition definition(Row row) {
        RowScan scan = new RowScan();
        read(row, scan);
        return new RowDefinitions().of(scan);
    }

    private static void read(Row row, RowScan scan) {
        scan.read(row, new SerializationHelper(SerializationHeader.makeWithoutStats(TABLE)));
    }

    private static ByteBuffer key(int number, int bytes) {
        ByteBuffer key = ByteBuffer.allocate(bytes);
        for (int at = bytes - 1, rest = number; at >= 0 && rest > 0; at--, rest >>>= Byte.SIZE) {
            key.put(at, (byte) rest);
        }
        return key;
    }

    private static Row row(int number) {
        return row(ByteBufferUtil.bytes("key" + number));
    }

    private static Row row(ByteBuffer key) {
        Row.Builder row = BTreeRow.sortedBuilder();
        row.newRow(Clustering.make(ByteBufferUtil.bytes(1)));
        row.addPrimaryKeyLivenessInfo(LivenessInfo.create(1, 1));
        row.addCell(BufferCell.live(
                TABLE.getColumn(ByteBufferUtil.bytes("tags")), 1, ByteBufferUtil.bytes("value"), CellPath.create(key)));
        return row.build();
    }
}
