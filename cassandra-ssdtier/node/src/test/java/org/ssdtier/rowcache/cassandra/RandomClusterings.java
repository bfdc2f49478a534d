package org.ssdtier.rowcache.cassandra;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.ClusteringBound;
import org.apache.cassandra.db.Slice;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.marshal.AbstractType;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.LongType;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.db.marshal.ReversedType;
import org.apache.cassandra.db.marshal.SetType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.partitions.ImmutableBTreePartition;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.db.rows.Cell;
import org.apache.cassandra.db.rows.ComplexColumnData;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.schema.TableMetadata;
import org.ssdtier.node.embedded.EmbeddedNode;

/** A table with random clustering columns, and a generator of random partitions and slices. */
final class RandomClusterings {
    private static final AtomicInteger TABLES = new AtomicInteger();

    final TableMetadata metadata;
    private final Random random;
    private final List<AbstractType<?>> types = new ArrayList<>();
    /** Number of different values of a clustering column. */
    private final int valueCount;

    RandomClusterings(Random random) {
        this.random = random;
        TableMetadata.Builder table = TableMetadata.builder(
                        EmbeddedNode.KEYSPACE, "clusterings" + TABLES.incrementAndGet())
                .partitioner(Murmur3Partitioner.instance)
                .addPartitionKeyColumn("k", Int32Type.instance);
        int columns = 1 + random.nextInt(3);
        valueCount = columns == 1 ? 400 : 24;
        for (int i = 0; i < columns; i++) {
            AbstractType<?> type = List.<AbstractType<?>>of(Int32Type.instance, LongType.instance, UTF8Type.instance)
                    .get(random.nextInt(3));
            types.add(type);
            table.addClusteringColumn("c" + i, random.nextBoolean() ? type : ReversedType.getInstance(type));
        }
        table.addStaticColumn("s", UTF8Type.instance)
                .addRegularColumn("v", Int32Type.instance)
                .addRegularColumn("t", UTF8Type.instance)
                .addRegularColumn("m", MapType.getInstance(Int32Type.instance, UTF8Type.instance, true))
                .addRegularColumn("l", SetType.getInstance(Int32Type.instance, true));
        if (random.nextBoolean()) {
            table.recordColumnDrop(
                    ColumnMetadata.regularColumn(
                            EmbeddedNode.KEYSPACE, "clusterings" + TABLES.get(), "w", Int32Type.instance),
                    RandomPartitions.NOW * 1_000_000);
        }
        metadata = table.build();
    }

    private Object value(int column) {
        int number = random.nextInt(valueCount);
        AbstractType<?> type = types.get(column);
        if (type == Int32Type.instance) {
            return number - valueCount / 2;
        }
        return type == LongType.instance ? (Object) (number * 1_000_000_007L) : "x".repeat(number % 5) + number;
    }

    private Object[] values(int columns) {
        Object[] values = new Object[columns];
        for (int i = 0; i < columns; i++) {
            values[i] = value(i);
        }
        return values;
    }

    ImmutableBTreePartition partition(int mostUpdates) {
        List<PartitionUpdate> updates = new ArrayList<>();
        int count = mostUpdates / 2 + random.nextInt(mostUpdates);
        int deletions = random.nextInt(5);
        for (int i = 0; i < count; i++) {
            PartitionUpdate.SimpleBuilder update = PartitionUpdate.simpleBuilder(metadata, 1)
                    .timestamp(RandomPartitions.NOW * 1_000_000 + random.nextInt(50))
                    .nowInSec(RandomPartitions.NOW - random.nextInt(1_000));
            if (i < deletions) {
                deleteRange(update);
            } else {
                change(update);
            }
            updates.add(update.build());
        }
        try (UnfilteredRowIterator rows = PartitionUpdate.merge(updates).unfilteredIterator()) {
            return ImmutableBTreePartition.create(rows);
        }
    }

    private void change(PartitionUpdate.SimpleBuilder update) {
        switch (random.nextInt(20)) {
            case 4 -> update.row().add("s", "static");
            case 5 -> update.row(values(types.size())).delete();
            case 6 ->
                update.row(values(types.size())).noPrimaryKeyLivenessInfo().add("v", random.nextBoolean() ? 7 : null);
            case 7, 8, 9 ->
                update.row(values(types.size())).ttl(1 + random.nextInt(2_000)).add("t", "expires");
            case 10, 11 -> update.row(values(types.size())).add("m", Map.of(random.nextInt(4), "value"));
            case 12 ->
                update.row(values(types.size()))
                        .noPrimaryKeyLivenessInfo()
                        .appendAll("l", Set.of(1, 2))
                        .add("m", null);
            default ->
                update.row(values(types.size())).add("v", random.nextInt()).add("t", "y".repeat(random.nextInt(60)));
        }
    }

    private void deleteRange(PartitionUpdate.SimpleBuilder update) {
        Slice slice = slice();
        Object[] start = values(slice.start());
        Object[] end = values(slice.end());
        PartitionUpdate.SimpleBuilder.RangeTombstoneBuilder range =
                update.addRangeTombstone().start(start).end(end);
        if (start.length > 0 && !slice.start().isInclusive()) {
            range.exclStart();
        }
        if (end.length > 0 && !slice.end().isInclusive()) {
            range.exclEnd();
        }
    }

    private Object[] values(ClusteringBound<?> bound) {
        Object[] values = new Object[bound.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = types.get(i).compose(bound.bufferAt(i));
        }
        return values;
    }

    /** Returns a random non-empty slice. */
    private Slice slice() {
        while (true) {
            ClusteringBound<?> start = ClusteringBound.create(
                    metadata.comparator, true, random.nextBoolean(), values(random.nextInt(types.size() + 1)));
            ClusteringBound<?> end = ClusteringBound.create(
                    metadata.comparator, false, random.nextBoolean(), values(random.nextInt(types.size() + 1)));
            if (!Slice.isEmpty(metadata.comparator, start, end)) {
                return Slice.make(start, end);
            }
        }
    }

    /** Returns one or several slices, or one or several names. */
    Slices slices() {
        Slices.Builder slices = new Slices.Builder(metadata.comparator);
        boolean names = random.nextInt(3) == 0;
        for (int i = random.nextInt(4); i >= 0; i--) {
            slices.add(names ? Slice.make(Clustering.make(buffers())) : slice());
        }
        return slices.build();
    }

    private ByteBuffer[] buffers() {
        return metadata.comparator.make(values(types.size())).getBufferArray();
    }

    ColumnFilter someColumns() {
        ColumnFilter.Builder filter = random.nextBoolean()
                ? ColumnFilter.selectionBuilder()
                : ColumnFilter.allRegularColumnsBuilder(metadata, false);
        for (ColumnMetadata column : metadata.regularAndStaticColumns()) {
            if (random.nextBoolean()) {
                filter.add(column);
            }
        }
        return filter.build();
    }

    static List<Row> rows(ImmutableBTreePartition partition, Slices slices, boolean reversed) {
        List<Row> found = new ArrayList<>();
        ColumnFilter all = ColumnFilter.all(partition.metadata());
        try (UnfilteredRowIterator rows = partition.unfilteredIterator(all, slices, reversed)) {
            while (rows.hasNext()) {
                Unfiltered next = rows.next();
                if (next instanceof Row row) {
                    found.add(row);
                }
            }
        }
        return found;
    }

    /** Returns the second from which a live row is no longer live, found by trying each second. */
    static long liveUntil(Row row) {
        for (long now = RandomPartitions.NOW; now < RandomPartitions.NOW + 5_000; now++) {
            if (!row.hasLiveData(now, false)) {
                return now;
            }
        }
        return Long.MAX_VALUE;
    }

    /** Returns the second from which a row can be purged. */
    static long purgeableFrom(Row row, int grace) {
        long from = 0;
        if (!row.primaryKeyLivenessInfo().isEmpty()) {
            from = row.primaryKeyLivenessInfo().isExpiring()
                    ? row.primaryKeyLivenessInfo().localExpirationTime()
                    : Long.MAX_VALUE;
        }
        long deletion = row.deletion().isLive() ? 0 : row.deletion().time().localDeletionTime();
        for (Cell<?> cell : row.cells()) {
            if (cell.isTombstone()) {
                deletion = Math.max(deletion, cell.localDeletionTime());
            } else if (cell.isExpiring()) {
                from = Math.max(from, cell.localDeletionTime());
                deletion = Math.max(deletion, cell.localDeletionTime() - cell.ttl());
            } else {
                return Long.MAX_VALUE;
            }
        }
        for (var column : row) {
            if (column instanceof ComplexColumnData complex
                    && !complex.complexDeletion().isLive()) {
                deletion = Math.max(deletion, complex.complexDeletion().localDeletionTime());
            }
        }
        return from == Long.MAX_VALUE ? from : Math.max(from, deletion + grace + 1);
    }
}
