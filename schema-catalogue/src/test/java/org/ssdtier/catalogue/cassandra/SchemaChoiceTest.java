package org.ssdtier.catalogue.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.LivenessInfo;
import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.rows.BTreeRow;
import org.apache.cassandra.db.rows.BufferCell;
import org.apache.cassandra.db.rows.CellPath;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.SerializationHelper;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.catalogue.SchemaIds;

/** Rows whose keys were chosen against us. Comparisons are counted, not timed. */
@Tag("unit")
final class SchemaChoiceTest {
    private static final TableMetadata TABLE;
    private static final int SHAPES = 2_000;

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
    private final SchemaChoice choice =
            new SchemaChoice(schemas, SchemaIds.WITHOUT, new DictionaryLimits(1, 16_384, 1 << 30, 1 << 14), counters);

    /** Checked by removal: without the bound each row is compared with every schema there is, two million times in all. */
    @Test
    void ordinalOf_rowsThatAllHashAlike_comparesAFewTimesEach() {
        RowScan scan = new RowScan(new ShapeHash(0)); // as if somebody knew the key
        for (int sighting = 0; sighting < 2; sighting++) {
            for (int n = 0; n < SHAPES; n++) {
                scan.read(row(n), new SerializationHelper(SerializationHeader.makeWithoutStats(TABLE)));
                int ordinal = choice.ordinalOf(scan);
                assertEquals(n < SchemaChoice.MOST_OF_ONE_HASH ? n + 1 : RowSchemas.INLINE, ordinal, "n=" + n);
            }
        }
        assertEquals(SchemaChoice.MOST_OF_ONE_HASH, schemas.count());
        assertEquals(2L * (SHAPES - SchemaChoice.MOST_OF_ONE_HASH), counters.inlineCollision);
        assertTrue(
                counters.collisions <= 2L * SHAPES * SchemaChoice.MOST_OF_ONE_HASH,
                "collisions=" + counters.collisions);
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

    private static Row row(int number) {
        Row.Builder row = BTreeRow.sortedBuilder();
        row.newRow(Clustering.make(ByteBufferUtil.bytes(1)));
        row.addPrimaryKeyLivenessInfo(LivenessInfo.create(1, 1));
        row.addCell(BufferCell.live(
                TABLE.getColumn(ByteBufferUtil.bytes("tags")),
                1,
                ByteBufferUtil.bytes("value"),
                CellPath.create(ByteBufferUtil.bytes("key" + number))));
        return row.build();
    }
}
