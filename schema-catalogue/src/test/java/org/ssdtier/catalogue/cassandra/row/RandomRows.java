package org.ssdtier.catalogue.cassandra.row;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.LivenessInfo;
import org.apache.cassandra.db.context.CounterContext;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.BooleanType;
import org.apache.cassandra.db.marshal.BytesType;
import org.apache.cassandra.db.marshal.CounterColumnType;
import org.apache.cassandra.db.marshal.DoubleType;
import org.apache.cassandra.db.marshal.EmptyType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.ListType;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.db.marshal.SetType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.marshal.UUIDType;
import org.apache.cassandra.db.marshal.UserType;
import org.apache.cassandra.db.marshal.VectorType;
import org.apache.cassandra.db.rows.BTreeRow;
import org.apache.cassandra.db.rows.BufferCell;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.db.rows.CellPath;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.apache.cassandra.utils.CounterId;
import org.apache.cassandra.utils.TimeUUID;
import org.jspecify.annotations.Nullable;

/** A random table with random rows that contain everything a row can contain, and random selections of its columns. */
final class RandomRows {
    private static final long NOW_MICROS = 1_700_000_000_000_000L;
    private static final int NOW_SECONDS = 1_700_000_000;
    private static final int KEYS = 12;

    private static final UserType PAIR = new UserType(
            "lab",
            ByteBufferUtil.bytes("pair"),
            List.of(
                    org.apache.cassandra.cql3.FieldIdentifier.forUnquoted("a"),
                    org.apache.cassandra.cql3.FieldIdentifier.forUnquoted("b")),
            List.of(Int32Type.instance, UTF8Type.instance),
            true);
    private static final List<AbstractType<?>> TYPES = List.of(
            Int32Type.instance,
            UTF8Type.instance,
            LongType.instance,
            BytesType.instance,
            BooleanType.instance,
            DoubleType.instance,
            UUIDType.instance,
            EmptyType.instance,
            VectorType.getInstance(Int32Type.instance, 3),
            MapType.getInstance(UTF8Type.instance, UTF8Type.instance, true),
            MapType.getInstance(UTF8Type.instance, DoubleType.instance, true),
            MapType.getInstance(Int32Type.instance, BytesType.instance, true),
            MapType.getInstance(UTF8Type.instance, UTF8Type.instance, false),
            MapType.getInstance(Int32Type.instance, LongType.instance, false),
            SetType.getInstance(UTF8Type.instance, true),
            SetType.getInstance(UTF8Type.instance, false),
            ListType.getInstance(Int32Type.instance, true),
            PAIR,
            PAIR.freeze());

    final TableMetadata table;
    private final Random random;
    private final int ownTimestamps;
    private final int tombstones;
    private final int ttls;

    RandomRows(Random random) {
        this.random = random;
        this.table = randomTable();
        this.ownTimestamps = random.nextInt(3) * random.nextInt(3);
        this.tombstones = random.nextInt(3) * random.nextInt(3);
        this.ttls = random.nextInt(3);
    }

    private TableMetadata randomTable() {
        TableMetadata.Builder builder = TableMetadata.builder("lab", "rows")
                .partitioner(Murmur3Partitioner.instance)
                .addPartitionKeyColumn("k", Int32Type.instance)
                .addClusteringColumn("c", Int32Type.instance);
        boolean counters = random.nextInt(8) == 0;
        builder.isCounter(counters);
        int columns = random.nextInt(10) == 0 ? 64 + random.nextInt(100) : 1 + random.nextInt(10);
        for (int i = 0; i < columns; i++) {
            AbstractType<?> type = counters ? CounterColumnType.instance : TYPES.get(random.nextInt(TYPES.size()));
            if (random.nextInt(4) == 0) {
                builder.addStaticColumn("s" + i, type);
            } else {
                builder.addRegularColumn("v" + i, type);
            }
        }
        return builder.build();
    }

    /** Returns a row; some shapes are repeated. */
    Row next(boolean isStatic, int shapes) {
        Random shape = new Random(random.nextInt(shapes));
        Row.Builder builder = BTreeRow.sortedBuilder();
        builder.newRow(
                isStatic
                        ? Clustering.STATIC_CLUSTERING
                        : Clustering.make(ByteBufferUtil.bytes(random.nextInt(1_000_000))));
        LivenessInfo liveness = isStatic ? LivenessInfo.EMPTY : liveness();
        builder.addPrimaryKeyLivenessInfo(liveness);
        if (!isStatic && random.nextInt(20) == 0) {
            builder.addRowDeletion(Row.Deletion.regular(DeletionTime.build(NOW_MICROS - 900_000, NOW_SECONDS - 9)));
        }
        for (ColumnMetadata column : table.regularAndStaticColumns().columns(isStatic)) {
            if (shape.nextInt(4) > 0) {
                addColumn(column, liveness, shape, builder);
            }
        }
        return builder.build();
    }

    private LivenessInfo liveness() {
        long timestamp = timestamp();
        return switch (random.nextInt(6)) {
            case 0 -> LivenessInfo.EMPTY;
            case 1 ->
                LivenessInfo.withExpirationTime(timestamp, 100 + random.nextInt(3), NOW_SECONDS + random.nextInt(200));
            default -> LivenessInfo.create(timestamp, NOW_SECONDS);
        };
    }

    private void addColumn(ColumnMetadata column, LivenessInfo row, Random shape, Row.Builder builder) {
        if (column.isSimple()) {
            builder.addCell(cell(column, row, null));
            return;
        }
        boolean deleted = random.nextInt(3) == 0;
        if (deleted) {
            long timestamp = random.nextBoolean() && !row.isEmpty() ? row.timestamp() - 1 : NOW_MICROS - 1_000_000;
            builder.addComplexDeletion(column, DeletionTime.build(timestamp, deletionTime()));
        }
        List<CellPath> paths = paths(column, shape);
        if (paths.isEmpty() && !deleted) {
            paths = paths(column, new Random(1));
        }
        for (CellPath path : paths) {
            builder.addCell(cell(column, row, path));
        }
    }

    private List<CellPath> paths(ColumnMetadata column, Random shape) {
        Map<CellPath, Boolean> sorted = new TreeMap<>(column.cellPathComparator());
        for (int i = shape.nextInt(6); i > 0; i--) {
            int key = shape.nextInt(KEYS);
            ByteBuffer path;
            if (column.type instanceof UserType) {
                path = ByteBufferUtil.bytes((short) (key % 2));
            } else if (column.type instanceof ListType) {
                path = TimeUUID.atUnixMicrosWithLsb(NOW_MICROS + key, key).toBytes();
            } else if (column.type instanceof MapType<?, ?> map && map.getKeysType() == Int32Type.instance) {
                path = ByteBufferUtil.bytes(key);
            } else {
                path = ByteBufferUtil.bytes(key == 0 ? "" : "a-long-name-of-key-".substring(key) + key);
            }
            sorted.put(CellPath.create(path), true);
        }
        return new ArrayList<>(sorted.keySet());
    }

    private Cell<?> cell(ColumnMetadata column, LivenessInfo row, @Nullable CellPath path) {
        long timestamp = row.isEmpty() || random.nextInt(10) < ownTimestamps ? timestamp() : row.timestamp();
        if (random.nextInt(10) < tombstones) {
            return BufferCell.tombstone(column, timestamp, deletionTime(), path);
        }
        ByteBuffer value = value(column);
        if (!column.type.isCounter()) {
            if (row.isExpiring() && random.nextInt(8) > 0) {
                int ttl = row.ttl() + (random.nextInt(10) == 0 ? 1 : 0);
                return new BufferCell(column, timestamp, ttl, row.localExpirationTime(), value, path);
            }
            if (ttls > 0 && random.nextInt(4 * ttls) == 0) {
                return BufferCell.expiring(column, timestamp, 50 + random.nextInt(2), NOW_SECONDS, value, path);
            }
        }
        return BufferCell.live(column, timestamp, value, path);
    }

    /** Returns a time; occasionally one that is negative as a 32-bit number. */
    private long deletionTime() {
        return random.nextInt(10) == 0 ? 4_000_000_000L : NOW_SECONDS - random.nextInt(3);
    }

    /** Returns a timestamp of few different ones, so that rows written by UPDATE often have one timestamp too. */
    private long timestamp() {
        return NOW_MICROS + (long) random.nextInt(2) * (random.nextInt(5) == 0 ? random.nextInt(1_000_000) : 7);
    }

    private ByteBuffer value(ColumnMetadata column) {
        AbstractType<?> type = column.type;
        if (type.isCounter()) {
            return counter();
        }
        if (random.nextInt(12) == 0) {
            return ByteBufferUtil.EMPTY_BYTE_BUFFER;
        }
        int fixed = type.valueLengthIfFixed();
        if (fixed < 0 && type instanceof MapType<?, ?> map && !map.isMultiCell()) {
            return frozenMap(map);
        }
        if (type instanceof SetType<?> && type.isMultiCell()) {
            return ByteBufferUtil.EMPTY_BYTE_BUFFER;
        }
        byte[] bytes = new byte[fixed >= 0 ? fixed : random.nextInt(3) == 0 ? 10 : random.nextInt(300)];
        random.nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private ByteBuffer counter() {
        CounterContext.ContextState shards = CounterContext.ContextState.allocate(1, 1, 0);
        shards.writeGlobal(CounterId.fromInt(1), random.nextInt(9), random.nextInt(100));
        shards.writeLocal(CounterId.fromInt(2), random.nextInt(9), random.nextInt(100));
        return shards.context;
    }

    /**
     * Returns mostly the bytes of a map, sometimes more, fewer or other bytes: a cell's bytes are stored as they are.
     */
    private ByteBuffer frozenMap(MapType<?, ?> map) {
        int count = random.nextInt(4);
        ByteBuffer bytes = ByteBuffer.allocate(400);
        bytes.putInt(random.nextInt(15) == 0 ? count + random.nextInt(3) - 1 : count);
        for (int i = 0; i < count; i++) {
            ByteBuffer key = map.getKeysType() == Int32Type.instance
                    ? ByteBufferUtil.bytes(i)
                    : ByteBufferUtil.bytes("key-" + i);
            bytes.putInt(key.remaining()).put(key);
            byte[] value = new byte[random.nextInt(20)];
            random.nextBytes(value);
            if (random.nextInt(12) == 0) {
                bytes.putInt(-1);
            } else {
                bytes.putInt(value.length).put(value);
            }
        }
        if (random.nextInt(15) == 0) {
            bytes.put((byte) random.nextInt());
        }
        return bytes.flip();
    }

    /** Returns a selection as a query makes it; null selects everything, as in a compaction. */
    @Nullable
    ColumnFilter selection() {
        if (random.nextInt(4) == 0) {
            return null;
        }
        ColumnFilter.Builder builder = random.nextBoolean()
                ? ColumnFilter.allRegularColumnsBuilder(table, random.nextBoolean())
                : ColumnFilter.selectionBuilder();
        for (ColumnMetadata column : table.regularAndStaticColumns()) {
            if (random.nextInt(3) == 0) {
                continue;
            }
            List<CellPath> paths = column.isComplex() ? paths(column, random) : List.of();
            if (paths.isEmpty() || column.type instanceof UserType || random.nextBoolean()) {
                builder.add(column);
            } else if (paths.size() > 1 && random.nextBoolean()) {
                builder.slice(column, paths.get(0), paths.get(paths.size() - 1));
            } else {
                builder.select(column, paths.get(0));
            }
        }
        return builder.build();
    }

    /** Returns the table after some of its columns were dropped, at a time when some of the cells had been written. */
    TableMetadata afterDrops() {
        TableMetadata.Builder builder = table.unbuild();
        for (ColumnMetadata column : table.regularAndStaticColumns()) {
            if (random.nextInt(4) == 0 && !column.type.equals(PAIR)) { // Cassandra refuses such drops
                long time = NOW_MICROS - 500_000 + random.nextInt(2) * 500_003L;
                if (random.nextInt(3) > 0) {
                    builder.removeRegularOrStaticColumn(column.name);
                }
                builder.recordColumnDrop(column, time);
            }
        }
        return builder.build();
    }
}
