package org.ssdtier.rowcache.cassandra;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.partitions.ImmutableBTreePartition;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.schema.TableMetadata;
import org.ssdtier.node.embedded.EmbeddedNode;

/** A generator of random partitions of a table, with every kind of content that an image may have. */
final class RandomPartitions {
    /** The current time of the partitions, in seconds. */
    static final long NOW = 1_700_000_000L;

    private final TableMetadata table;
    private final Random random;

    RandomPartitions(TableMetadata table, Random random) {
        this.table = table;
        this.random = random;
    }

    static void create(EmbeddedNode node, String table) {
        node.process("CREATE TYPE IF NOT EXISTS pair (a int, b text)");
        node.process("CREATE TABLE " + table
                + " (k int, c int, s text static, sm map<text, int> static, v int, t text, m map<int, text>, l set<int>,"
                + " f frozen<map<text, int>>, e list<int>, PRIMARY KEY (k, c)) WITH CLUSTERING ORDER BY (c DESC)");
    }

    static UnfilteredRowIterator rows(ImageLayout layout, ImmutableBTreePartition partition) {
        return partition.unfilteredIterator(layout.everything, Slices.ALL, false);
    }

    static List<Unfiltered> content(ImageLayout layout, ImmutableBTreePartition partition) {
        List<Unfiltered> content = new ArrayList<>();
        try (UnfilteredRowIterator rows = rows(layout, partition)) {
            rows.forEachRemaining(content::add);
        }
        return content;
    }

    /** Returns several random updates of one partition, merged. */
    ImmutableBTreePartition next() {
        List<PartitionUpdate> updates = new ArrayList<>();
        int count = random.nextInt(6);
        for (int i = 0; i <= count; i++) {
            updates.add(update(NOW * 1_000_000 + random.nextInt(20)));
        }
        return merged(updates);
    }

    /** Returns a partition of the given number of rows, each with a different map key. */
    ImmutableBTreePartition ofManyShapes(int rows) {
        PartitionUpdate.SimpleBuilder builder = builder(NOW * 1_000_000);
        for (int row = 0; row < rows; row++) {
            builder.row(row).add("m", Map.of(row, "value"));
        }
        return merged(List.of(builder.build()));
    }

    private static ImmutableBTreePartition merged(List<PartitionUpdate> updates) {
        try (UnfilteredRowIterator rows = PartitionUpdate.merge(updates).unfilteredIterator()) {
            return ImmutableBTreePartition.create(rows);
        }
    }

    private PartitionUpdate.SimpleBuilder builder(long timestamp) {
        return PartitionUpdate.simpleBuilder(table, 1).timestamp(timestamp).nowInSec(NOW);
    }

    private PartitionUpdate update(long timestamp) {
        PartitionUpdate.SimpleBuilder builder = builder(timestamp);
        switch (random.nextInt(11)) {
            case 0 -> builder.delete();
            case 1 -> {
                int start = random.nextInt(10);
                // the clustering order is descending
                builder.addRangeTombstone().start(start + random.nextInt(5)).end(start);
            }
            case 2 -> builder.row().add("s", random.nextBoolean() ? "static" : null);
            case 3 -> builder.row(random.nextInt(10)).delete();
            case 4 -> builder.row(random.nextInt(10)).noPrimaryKeyLivenessInfo().add("v", 7);
            case 5 ->
                builder.row(random.nextInt(10))
                        .ttl(5 + random.nextInt(100))
                        .add("t", "expires")
                        .appendAll("m", Map.of(1, "expires"));
            case 6 ->
                builder.row(random.nextInt(10))
                        .add("m", Map.of(random.nextInt(5), "value"))
                        .appendAll("l", Set.of(random.nextInt(5)));
            case 7 -> builder.row(random.nextInt(10)).add("f", map()).add("m", random.nextBoolean() ? null : Map.of());
            case 8 -> builder.row().add("sm", map());
            case 9 -> builder.row(random.nextInt(10)).add("e", List.of(1, 2)).add("m", Map.of(1, "a", 2, "bb"));
            default ->
                builder.row(random.nextInt(10))
                        .add("v", random.nextBoolean() ? random.nextInt() : null)
                        .add("t", "x".repeat(random.nextInt(50)));
        }
        return builder.build();
    }

    private Map<String, Integer> map() {
        Map<String, Integer> map = new TreeMap<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            map.put("key" + random.nextInt(4), random.nextInt(1_000));
        }
        return map;
    }
}
