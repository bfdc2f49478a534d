package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.partitions.ImmutableBTreePartition;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.schema.TableMetadata;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.node.embedded.EmbeddedNode;
import org.ssdtier.rowcache.cassandra.RowImageCodec.Decoded;
import org.ssdtier.rowcache.cassandra.RowImageCodec.Limits;
import org.ssdtier.rowcache.cassandra.RowImageCodec.Outcome;

/** Random partitions to bytes and back: what comes back is what went in, or its first rows, or nothing. */
@Tag("property")
class RowImageCodecTest {
    private static final int PARTITIONS = 2_000;
    private static final long NOW = 1_700_000_000L;
    private static final int MAX_BYTES = 1 << 20;

    private static ColumnFamilyStore store;
    private static ImageLayout layout;

    private final Random random = new Random(20_261_121L);

    @BeforeAll
    static void createTable() {
        EmbeddedNode node = EmbeddedNode.start();
        node.process("CREATE TABLE codec (k int, c int, s text static, v int, t text, m map<int, text>, l set<int>,"
                + " PRIMARY KEY (k, c)) WITH CLUSTERING ORDER BY (c DESC)");
        store = node.table("codec");
        layout = new ImageLayout(store.metadata());
    }

    @Test
    void encodeThenDecode_randomPartitions_giveTheSame() throws IOException {
        for (int i = 0; i < PARTITIONS; i++) {
            ImmutableBTreePartition partition = partition();
            DataOutputBuffer out = new DataOutputBuffer();
            assertEquals(Outcome.ENCODED, encode(partition, Integer.MAX_VALUE, MAX_BYTES, out));
            Decoded decoded = decode(partition.partitionKey(), out.buffer());
            assertTrue(decoded.complete());
            assertEquals(partition.partitionLevelDeletion(), decoded.partition().partitionLevelDeletion());
            assertEquals(partition.staticRow(), decoded.partition().staticRow());
            assertEquals(content(partition), content(decoded.partition()));
        }
    }

    @Test
    void encode_firstRowsOnly_coverThePartitionUpToTheLastOfThem() throws IOException {
        for (int i = 0; i < PARTITIONS; i++) {
            ImmutableBTreePartition partition = partition();
            int rows = 1 + random.nextInt(4);
            DataOutputBuffer out = new DataOutputBuffer();
            if (encode(partition, rows, MAX_BYTES, out) == Outcome.NOT_CACHEABLE) {
                continue;
            }
            Decoded decoded = decode(partition.partitionKey(), out.buffer());
            List<Unfiltered> all = content(partition);
            List<Unfiltered> head = content(decoded.partition());
            assertEquals(all.subList(0, head.size()), head);
            assertEquals(head.size() == all.size(), decoded.complete());
            long live = head.stream().filter(RowImageCodecTest::isLive).count();
            assertTrue(decoded.complete() || live == rows, "live rows=" + live + ", wanted=" + rows);
            if (!decoded.complete()) {
                assertEquals(head.get(head.size() - 1).clustering(), decoded.lastClustering());
            }
        }
    }

    @Test
    void encode_largerThanAllowed_isTooLarge() throws IOException {
        for (int i = 0; i < PARTITIONS; i++) {
            ImmutableBTreePartition partition = partition();
            DataOutputBuffer out = new DataOutputBuffer();
            encode(partition, Integer.MAX_VALUE, MAX_BYTES, out);
            int bytes = out.buffer().remaining();
            int rows = content(partition).size();
            if (rows > 0 || !partition.staticRow().isEmpty()) {
                Outcome outcome = encode(partition, Integer.MAX_VALUE, bytes / 2, new DataOutputBuffer());
                assertEquals(Outcome.TOO_LARGE, outcome, bytes + " bytes, rows=" + rows);
            }
        }
    }

    @Test
    void decode_bytesOfAnotherDefinition_areRefused() throws IOException {
        TableMetadata other = store.metadata()
                .unbuild()
                .addRegularColumn("w", Int32Type.instance)
                .build();
        ImmutableBTreePartition partition = partition();
        DataOutputBuffer out = new DataOutputBuffer();
        encode(partition, Integer.MAX_VALUE, MAX_BYTES, out);
        ImageLayout otherLayout = new ImageLayout(other);
        assertNull(RowImageCodec.decode(otherLayout, partition.partitionKey(), out.buffer(), otherLayout.everything));
    }

    private static boolean isLive(Unfiltered unfiltered) {
        return unfiltered instanceof Row row && row.hasLiveData(NOW, false);
    }

    private static Outcome encode(ImmutableBTreePartition partition, int rows, int bytes, DataOutputBuffer out)
            throws IOException {
        try (UnfilteredRowIterator source = iterator(partition)) {
            return RowImageCodec.encode(layout, source, new Limits(rows, bytes, NOW), out);
        }
    }

    private static Decoded decode(DecoratedKey key, ByteBuffer image) throws IOException {
        Decoded decoded = RowImageCodec.decode(layout, key, image, layout.everything);
        assertNotNull(decoded);
        return decoded;
    }

    private static UnfilteredRowIterator iterator(ImmutableBTreePartition partition) {
        return partition.unfilteredIterator(layout.everything, Slices.ALL, false);
    }

    private static List<Unfiltered> content(ImmutableBTreePartition partition) {
        List<Unfiltered> content = new ArrayList<>();
        try (UnfilteredRowIterator rows = iterator(partition)) {
            rows.forEachRemaining(content::add);
        }
        return content;
    }

    /** Several random updates of one partition, merged. */
    private ImmutableBTreePartition partition() {
        List<PartitionUpdate> updates = new ArrayList<>();
        int count = random.nextInt(6);
        for (int i = 0; i <= count; i++) {
            updates.add(update(NOW * 1_000_000 + random.nextInt(20)));
        }
        try (UnfilteredRowIterator rows = PartitionUpdate.merge(updates).unfilteredIterator()) {
            return ImmutableBTreePartition.create(rows);
        }
    }

    private PartitionUpdate update(long timestamp) {
        PartitionUpdate.SimpleBuilder builder = PartitionUpdate.simpleBuilder(store.metadata(), 1)
                .timestamp(timestamp)
                .nowInSec(NOW);
        switch (random.nextInt(8)) {
            case 0 -> builder.delete();
            case 1 -> {
                int start = random.nextInt(10);
                // the order of the clusterings is descending
                builder.addRangeTombstone().start(start + random.nextInt(5)).end(start);
            }
            case 2 -> builder.row().add("s", random.nextBoolean() ? "static" : null);
            case 3 -> builder.row(random.nextInt(10)).delete();
            case 4 -> builder.row(random.nextInt(10)).noPrimaryKeyLivenessInfo().add("v", 7);
            case 5 ->
                builder.row(random.nextInt(10)).ttl(5 + random.nextInt(100)).add("t", "expires");
            case 6 ->
                builder.row(random.nextInt(10))
                        .add("m", java.util.Map.of(random.nextInt(5), "value"))
                        .appendAll("l", java.util.Set.of(random.nextInt(5)));
            default ->
                builder.row(random.nextInt(10))
                        .add("v", random.nextBoolean() ? random.nextInt() : null)
                        .add("t", "x".repeat(random.nextInt(50)));
        }
        return builder.build();
    }
}
