package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.partitions.ImmutableBTreePartition;
import org.apache.cassandra.db.partitions.PartitionUpdate;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.catalogue.cassandra.CataloguedTables;
import org.ssdtier.catalogue.cassandra.EmbeddedCatalogue;
import org.ssdtier.catalogue.cassandra.NothingLeft;
import org.ssdtier.node.CatalogueImageSchemas;
import org.ssdtier.node.embedded.EmbeddedNode;
import org.ssdtier.rowcache.cassandra.RowImageWriter.Limits;

/**
 * Tests of the format: images of version 2, with names and with schema IDs, are written and read back; images of version 1 are
 * misses. A cache may lose its content, so no other version is ever read.
 *
 * <p>The golden files hold the partition of {@link #partition}; the IDs are those of {@link #learn}.
 */
@Tag("format")
@ExtendWith(NothingLeft.class)
class RowImageFormatTest {
    private static final long INSTANCE_ID = 0x0102030405060708L;
    private static final long KNOWN_BYTES = 1 << 20;
    private static final long TIMESTAMP = 1_700_000_000_000_000L;
    private static final long NOW = 1_700_000_000L;

    @TempDir
    private Path directory;

    private TableMetadata table;
    private ImageLayout layout;
    private EmbeddedCatalogue catalogue;

    @BeforeEach
    void open() throws IOException {
        EmbeddedNode.start();
        table = TableMetadata.builder(EmbeddedNode.KEYSPACE, "golden")
                .partitioner(Murmur3Partitioner.instance)
                .addPartitionKeyColumn("k", Int32Type.instance)
                .addClusteringColumn("c", Int32Type.instance)
                .addStaticColumn("s", UTF8Type.instance)
                .addRegularColumn("n", Int32Type.instance)
                .addRegularColumn("tags", MapType.getInstance(UTF8Type.instance, UTF8Type.instance, true))
                .build();
        layout = layout(new CatalogueImageSchemas());
        catalogue =
                EmbeddedCatalogue.open(directory, options -> options.withInstanceIds(() -> INSTANCE_ID), KNOWN_BYTES);
        CataloguedTables.choose(EmbeddedNode.KEYSPACE, "golden");
    }

    @AfterEach
    void close() {
        CataloguedTables.forget(EmbeddedNode.KEYSPACE, "golden");
        catalogue.close();
    }

    @Test
    void version2_withNames_isWhatIsWritten_andReadBack() throws IOException {
        assertEquals(golden("row-image-2-names.bin"), encode());
        assertReadBack(golden("row-image-2-names.bin"));
        assertReadBackBy(layout(ImageSchemas.NONE), golden("row-image-2-names.bin"));
    }

    @Test
    void version2_withSchemaIds_isWhatIsWritten_andReadBack() throws IOException {
        learn();
        assertEquals(golden("row-image-2-schema-ids.bin"), encode());
        assertReadBack(golden("row-image-2-schema-ids.bin"));
        assertTrue(RowImageDescriptor.hasSchemaIds(ByteBufferUtil.hexToBytes(golden("row-image-2-schema-ids.bin"))));
    }

    /** Images without an index, from older releases, have the same version and are read whole: see the other golden files. */
    @Test
    void version2_withAnIndex_isWhatIsWritten_andReadBack() throws IOException {
        assertEquals(golden("row-image-2-index.bin"), FineIndex.during(this::encodeNow));
        assertReadBack(golden("row-image-2-index.bin"));
        learn();
        assertEquals(golden("row-image-2-schema-ids-index.bin"), FineIndex.during(this::encodeNow));
        assertReadBack(golden("row-image-2-schema-ids-index.bin"));
    }

    private String encodeNow() {
        try {
            return encode();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The bytes after the fingerprint are as in version 2 with names. Without the version in the fingerprint, it would be read. */
    @Test
    void version1_isAMiss() throws IOException {
        learn();
        ByteBuffer image = ByteBufferUtil.hexToBytes(golden("row-image-1.bin"));
        assertFalse(RowImageDescriptor.hasSchemaIds(image));
        assertNull(RowImageReader.read(layout, partition().partitionKey(), image, layout.everything));
    }

    private ImageLayout layout(ImageSchemas schemas) {
        return new ImageLayout(table, schemas, MessagingService.VERSION_50);
    }

    private void assertReadBack(String image) throws IOException {
        assertReadBackBy(layout, image);
    }

    private void assertReadBackBy(ImageLayout by, String image) throws IOException {
        RowImageReader.Decoded decoded =
                RowImageReader.read(by, partition().partitionKey(), ByteBufferUtil.hexToBytes(image), by.everything);
        assertNotNull(decoded);
        assertTrue(decoded.complete());
        assertEquals(partition().partitionLevelDeletion(), decoded.partition().partitionLevelDeletion());
        assertEquals(partition().staticRow(), decoded.partition().staticRow());
        assertEquals(RandomPartitions.content(by, partition()), RandomPartitions.content(by, decoded.partition()));
    }

    /** Encodes the partition and returns the bytes in hexadecimal. */
    private String encode() throws IOException {
        DataOutputBuffer out = new DataOutputBuffer();
        try (UnfilteredRowIterator rows = RandomPartitions.rows(layout, partition())) {
            RowImageWriter.encode(layout, rows, new Limits(Integer.MAX_VALUE, 1 << 20, NOW), out);
        }
        return ByteBufferUtil.bytesToHex(out.buffer());
    }

    /** Assigns the IDs: 1 and 2 to the rows with maps, 3 to the static row; the row without a map has none. */
    private void learn() {
        List<Row> rows = RandomPartitions.content(layout, partition()).stream()
                .filter(Row.class::isInstance)
                .map(Row.class::cast)
                .toList();
        assertEquals(1, catalogue.learn(table, rows.get(0)));
        assertEquals(2, catalogue.learn(table, rows.get(1)));
        assertEquals(3, catalogue.learn(table, partition().staticRow()));
    }

    /**
     * Returns a partition with a deletion, a static row, three rows with maps (two of the same shape, one of these with a TTL), one
     * row without a map, and a range tombstone.
     */
    private ImmutableBTreePartition partition() {
        PartitionUpdate.SimpleBuilder deletion = builder(0);
        deletion.delete();
        PartitionUpdate.SimpleBuilder range = builder(6);
        range.addRangeTombstone().start(7).end(9);
        PartitionUpdate.SimpleBuilder rows = builder(2);
        rows.row().add("s", "static");
        rows.row(1).add("n", 1).add("tags", Map.of("host", "a", "rack", "b"));
        rows.row(2).add("tags", Map.of("host", "c"));
        rows.row(3).ttl(60).add("n", 3).add("tags", Map.of("host", "d", "rack", "e"));
        rows.row(4).add("n", 4);
        PartitionUpdate update = PartitionUpdate.merge(List.of(deletion.build(), rows.build(), range.build()));
        try (UnfilteredRowIterator all = update.unfilteredIterator()) {
            return ImmutableBTreePartition.create(all);
        }
    }

    private PartitionUpdate.SimpleBuilder builder(int after) {
        return PartitionUpdate.simpleBuilder(table, 1)
                .timestamp(TIMESTAMP + after)
                .nowInSec(NOW);
    }

    private static String golden(String name) throws IOException {
        try (InputStream file = RowImageFormatTest.class.getResourceAsStream("/format/" + name)) {
            return ByteBufferUtil.bytesToHex(
                    ByteBuffer.wrap(Objects.requireNonNull(file, name).readAllBytes()));
        }
    }
}
