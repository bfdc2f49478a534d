package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.partitions.ImmutableBTreePartition;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.schema.TableMetadata;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.node.embedded.EmbeddedNode;
import org.ssdtier.rowcache.cassandra.RowImageReader.Decoded;
import org.ssdtier.rowcache.cassandra.RowImageWriter.Limits;
import org.ssdtier.rowcache.cassandra.RowImageWriter.Outcome;

/** Round-trip tests of random partitions: decoding returns the encoded partition, its first rows, or nothing. */
@Tag("property")
class RowImageCodecTest {
    private static final int PARTITIONS = 2_000;
    private static final int MAX_BYTES = 1 << 20;

    private static ImageLayout layout;

    private final Random random = new Random(20_261_121L);
    private final RandomPartitions partitions = new RandomPartitions(layout.metadata, random);

    @BeforeAll
    static void createTable() {
        EmbeddedNode node = EmbeddedNode.start();
        RandomPartitions.create(node, "codec");
        layout = new ImageLayout(node.table("codec").metadata(), ImageSchemas.NONE);
    }

    @Test
    void encodeThenDecode_randomPartitions_giveTheSame() throws IOException {
        for (int i = 0; i < PARTITIONS; i++) {
            ImmutableBTreePartition partition = partitions.next();
            DataOutputBuffer out = new DataOutputBuffer();
            assertEquals(Outcome.ENCODED, encode(partition, Integer.MAX_VALUE, MAX_BYTES, out));
            Decoded decoded = decode(partition.partitionKey(), out.buffer());
            assertTrue(decoded.complete());
            assertEquals(partition.partitionLevelDeletion(), decoded.partition().partitionLevelDeletion());
            assertEquals(partition.staticRow(), decoded.partition().staticRow());
            assertEquals(
                    RandomPartitions.content(layout, partition), RandomPartitions.content(layout, decoded.partition()));
        }
    }

    @Test
    void encode_firstRowsOnly_coverThePartitionUpToTheLastOfThem() throws IOException {
        for (int i = 0; i < PARTITIONS; i++) {
            ImmutableBTreePartition partition = partitions.next();
            int rows = 1 + random.nextInt(4);
            DataOutputBuffer out = new DataOutputBuffer();
            if (encode(partition, rows, MAX_BYTES, out) == Outcome.NOT_CACHEABLE) {
                continue;
            }
            Decoded decoded = decode(partition.partitionKey(), out.buffer());
            List<Unfiltered> all = RandomPartitions.content(layout, partition);
            List<Unfiltered> head = RandomPartitions.content(layout, decoded.partition());
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
            ImmutableBTreePartition partition = partitions.next();
            DataOutputBuffer out = new DataOutputBuffer();
            encode(partition, Integer.MAX_VALUE, MAX_BYTES, out);
            int bytes = out.buffer().remaining();
            int rows = RandomPartitions.content(layout, partition).size();
            if (rows > 0 || !partition.staticRow().isEmpty()) {
                for (int tooFew : new int[] {bytes / 2, bytes - 1}) {
                    Outcome outcome = encode(partition, Integer.MAX_VALUE, tooFew, new DataOutputBuffer());
                    assertEquals(Outcome.TOO_LARGE, outcome, bytes + " bytes, rows=" + rows);
                }
                assertEquals(Outcome.ENCODED, encode(partition, Integer.MAX_VALUE, bytes, new DataOutputBuffer()));
            }
        }
    }

    @Test
    void decode_bytesOfAnotherDefinition_areRefused() throws IOException {
        TableMetadata other = layout.metadata
                .unbuild()
                .addRegularColumn("w", Int32Type.instance)
                .build();
        ImmutableBTreePartition partition = partitions.next();
        DataOutputBuffer out = new DataOutputBuffer();
        encode(partition, Integer.MAX_VALUE, MAX_BYTES, out);
        ImageLayout otherLayout = new ImageLayout(other, ImageSchemas.NONE);
        assertNull(RowImageReader.read(otherLayout, partition.partitionKey(), out.buffer(), otherLayout.everything));
    }

    private static boolean isLive(Unfiltered unfiltered) {
        return unfiltered instanceof Row row && row.hasLiveData(RandomPartitions.NOW, false);
    }

    private static Outcome encode(ImmutableBTreePartition partition, int rows, int bytes, DataOutputBuffer out)
            throws IOException {
        try (UnfilteredRowIterator source = RandomPartitions.rows(layout, partition)) {
            return RowImageWriter.encode(layout, source, new Limits(rows, bytes, RandomPartitions.NOW), out)
                    .outcome();
        }
    }

    private static Decoded decode(DecoratedKey key, ByteBuffer image) throws IOException {
        Decoded decoded = RowImageReader.read(layout, key, image, layout.everything);
        assertNotNull(decoded);
        return decoded;
    }
}
