package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.cassandra.db.Clustering;
import org.apache.cassandra.db.Digest;
import org.apache.cassandra.db.Slice;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.partitions.ImmutableBTreePartition;
import org.apache.cassandra.db.rows.CellPath;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.rows.UnfilteredRowIterators;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.catalogue.CatalogueStats;
import org.ssdtier.catalogue.cassandra.CataloguedTables;
import org.ssdtier.catalogue.cassandra.EmbeddedCatalogue;
import org.ssdtier.catalogue.cassandra.NothingLeft;
import org.ssdtier.node.CatalogueImageSchemas;
import org.ssdtier.node.embedded.EmbeddedNode;
import org.ssdtier.rowcache.cassandra.RowImageReader.Decoded;
import org.ssdtier.rowcache.cassandra.RowImageWriter.Encoded;
import org.ssdtier.rowcache.cassandra.RowImageWriter.Limits;
import org.ssdtier.rowcache.cassandra.RowImageWriter.Outcome;

/** Tests of images with schema IDs: equal to those with names, shorter, and read only with the same definitions. */
@Tag("property")
@ExtendWith(NothingLeft.class)
class RowImageSchemasTest {
    private static final int PARTITIONS = 2_000;
    private static final int MAX_BYTES = 1 << 20;
    private static final String TABLE = "schema_images";

    private static ImageLayout named;
    private static ImageLayout layout;

    @TempDir
    private Path directory;

    private final Random random = new Random(20_261_122L);
    private final RandomPartitions partitions = new RandomPartitions(layout.metadata, random);
    private EmbeddedCatalogue catalogue;

    @BeforeAll
    static void createTable() {
        EmbeddedNode node = EmbeddedNode.start();
        RandomPartitions.create(node, TABLE);
        named = new ImageLayout(node.table(TABLE).metadata(), ImageSchemas.NONE);
        layout = new ImageLayout(node.table(TABLE).metadata(), new CatalogueImageSchemas());
    }

    void open(String name) throws IOException {
        catalogue = EmbeddedCatalogue.open(directory.resolve(name));
        CataloguedTables.choose(EmbeddedNode.KEYSPACE, TABLE, new Random(1));
    }

    @AfterEach
    void close() {
        catalogue.close();
        CataloguedTables.forget(EmbeddedNode.KEYSPACE, TABLE);
    }

    @Test
    void encodeThenDecode_withSchemaIds_givesTheSameAsWithNames_andIsNeverLonger() throws IOException {
        open("one");
        int referring = 0;
        for (int i = 0; i < PARTITIONS; i++) {
            ImmutableBTreePartition partition = partitions.next();
            if (random.nextBoolean()) {
                learn(partition);
            }
            int rows = random.nextInt(3) == 0 ? 1 + random.nextInt(4) : Integer.MAX_VALUE;
            DataOutputBuffer withNames = new DataOutputBuffer();
            DataOutputBuffer withIds = new DataOutputBuffer();
            Encoded stock = encode(named, partition, rows, withNames);
            Encoded encoded = encode(layout, partition, rows, withIds);
            assertEquals(stock.outcome(), encoded.outcome());
            if (encoded.outcome() == Outcome.ENCODED) {
                assertEquals(0, stock.savedBytes());
                assertEquals(withNames.getLength() - withIds.getLength(), encoded.savedBytes());
                assertEquals(encoded.savedBytes() > 0, RowImageDescriptor.hasSchemaIds(withIds.buffer()));
                referring += encoded.savedBytes() > 0 ? 1 : 0;
                same(partition, withNames.buffer(), withIds.buffer());
            }
        }
        assertTrue(referring > PARTITIONS / 4, "images with schema IDs=" + referring);
        assertTrue(referring < PARTITIONS * 9 / 10, "images with names=" + (PARTITIONS - referring));
    }

    /** Asserts that rows, statics and digests are the same for every filter. */
    private void same(ImmutableBTreePartition partition, ByteBuffer withNames, ByteBuffer withIds) throws IOException {
        for (ColumnFilter filter : List.of(layout.everything, someColumns(), oneKey())) {
            Decoded expected = RowImageReader.read(named, partition.partitionKey(), withNames, filter);
            Decoded actual = RowImageReader.read(layout, partition.partitionKey(), withIds, filter);
            assertNotNull(expected);
            assertNotNull(actual);
            assertEquals(expected.complete(), actual.complete());
            assertEquals(expected.stats(), actual.stats());
            assertEquals(text(expected, filter), text(actual, filter));
            assertArrayEquals(digest(expected, filter), digest(actual, filter));
        }
    }

    /** Both forms are cut into parts at the same rows, each at its own offsets. */
    @Test
    void slices_ofAnImageWithSchemaIdsAndAnIndex_areThoseOfTheWholeImage() throws IOException {
        open("one");
        int referring = FineIndex.during(() -> {
            int found = 0;
            for (int i = 0; i < PARTITIONS / 10; i++) {
                ImmutableBTreePartition partition = partitions.next();
                learn(partition);
                found += haveTheirSlices(partition) ? 1 : 0;
            }
            return found;
        });
        assertTrue(referring > PARTITIONS / 40, "images with schema IDs and an index=" + referring);
    }

    private boolean haveTheirSlices(ImmutableBTreePartition partition) {
        try {
            DataOutputBuffer out = new DataOutputBuffer();
            encode(layout, partition, Integer.MAX_VALUE, out);
            Decoded whole = RowImageReader.read(layout, partition.partitionKey(), out.buffer(), layout.everything);
            for (int row = 0; row < 10; row++) {
                Slices slices = Slices.with(
                        layout.metadata.comparator, Slice.make(Clustering.make(Int32Type.instance.decompose(row))));
                ImageQuery query = new ImageQuery(layout.everything, slices, false, false, Integer.MAX_VALUE);
                Decoded part = RowImageReader.read(layout, partition.partitionKey(), out.buffer(), query);
                assertNotNull(whole);
                assertNotNull(part);
                assertEquals(
                        RandomClusterings.rows(whole.partition(), slices, false),
                        RandomClusterings.rows(part.partition(), slices, false));
            }
            return RowImageDescriptor.hasSchemaIds(out.buffer())
                    && (out.getData()[RowImageDescriptor.FLAGS_OFFSET] & RowImageDescriptor.INDEXED) != 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private ColumnFilter someColumns() {
        ColumnFilter.Builder filter = random.nextBoolean()
                ? ColumnFilter.selectionBuilder()
                : ColumnFilter.allRegularColumnsBuilder(layout.metadata, false);
        for (ColumnMetadata column : layout.columns) {
            if (random.nextBoolean()) {
                filter.add(column);
            }
        }
        return filter.build();
    }

    private ColumnFilter oneKey() {
        ColumnMetadata map = layout.metadata.getColumn(ByteBufferUtil.bytes("m"));
        return ColumnFilter.selectionBuilder()
                .select(map, CellPath.create(Int32Type.instance.decompose(random.nextInt(5))))
                .build();
    }

    private static String text(Decoded image, ColumnFilter filter) {
        StringBuilder text = new StringBuilder();
        try (UnfilteredRowIterator rows = image.partition().unfilteredIterator(filter, Slices.ALL, false)) {
            text.append(rows.partitionLevelDeletion()).append(rows.staticRow().toString(layout.metadata, true));
            rows.forEachRemaining(row -> text.append(row.toString(layout.metadata, true)));
        }
        return text.toString();
    }

    private static byte[] digest(Decoded image, ColumnFilter filter) {
        Digest digest = Digest.forReadResponse();
        try (UnfilteredRowIterator rows = image.partition().unfilteredIterator(filter, Slices.ALL, false)) {
            UnfilteredRowIterators.digest(rows, digest, MessagingService.current_version);
        }
        return digest.digest();
    }

    @Test
    void encode_moreShapesThanAnImageHasIdsFor_leavesTheRestTheirNames() throws IOException {
        open("many");
        ImmutableBTreePartition partition = partitions.ofManyShapes(RowImageDescriptor.MAX_SCHEMA_IDS + 30);
        learn(partition);
        DataOutputBuffer withNames = new DataOutputBuffer();
        DataOutputBuffer withIds = new DataOutputBuffer();
        encode(named, partition, Integer.MAX_VALUE, withNames);
        assertTrue(encode(layout, partition, Integer.MAX_VALUE, withIds).savedBytes() > 0);
        same(partition, withNames.buffer(), withIds.buffer());
    }

    /** The size of the image with names counts, so the catalogue does not change which partitions are too large. */
    @Test
    void encode_largerThanAllowedWithItsNames_isTooLarge() throws IOException {
        open("one");
        ImmutableBTreePartition partition = partitions.ofManyShapes(20);
        learn(partition);
        DataOutputBuffer withNames = new DataOutputBuffer();
        encode(named, partition, Integer.MAX_VALUE, withNames);
        for (ImageLayout each : List.of(named, layout)) {
            try (UnfilteredRowIterator rows = RandomPartitions.rows(each, partition)) {
                Limits limits = new Limits(Integer.MAX_VALUE, withNames.getLength() - 2, RandomPartitions.NOW);
                assertEquals(
                        Outcome.TOO_LARGE,
                        RowImageWriter.encode(each, rows, limits, new DataOutputBuffer())
                                .outcome());
            }
        }
    }

    @Test
    void encode_ofAHead_isIncompleteWithSchemaIdsToo() throws IOException {
        open("one");
        ImmutableBTreePartition partition = partitions.ofManyShapes(2);
        learn(partition);
        DataOutputBuffer out = new DataOutputBuffer();
        try (UnfilteredRowIterator rows = RandomPartitions.rows(layout, partition)) {
            RowImageWriter.encode(layout, rows, new Limits(2, MAX_BYTES, RandomPartitions.NOW, true), out);
        }
        assertTrue(RowImageDescriptor.hasSchemaIds(out.buffer()));
        Decoded decoded = decode(partition, out.buffer());
        assertNotNull(decoded);
        assertFalse(decoded.complete());
    }

    /** Without the catalogue's identity in {@code ImageSchemaIds.check}, the image would be decoded. */
    @Test
    void decode_anotherCatalogueWithTheSameDefinitions_isRefused() throws IOException {
        open("one");
        ImmutableBTreePartition partition = partitions.ofManyShapes(3);
        ByteBuffer image = learnAndEncode(partition);
        assertNotNull(decode(partition, image));
        close();
        open("other");
        learn(partition);
        assertNull(decode(partition, image));
        close();
        open("one");
        assertNotNull(decode(partition, image));
    }

    /** Without the definitions' hashes in {@code ImageSchemaIds.check}, the image would be decoded with the keys of other rows. */
    @Test
    void decode_copyOfTheCatalogueThatWentOnByItself_isRefused() throws IOException {
        open("one");
        close();
        copy("one", "copy");
        open("one");
        ImmutableBTreePartition partition = partitions.ofManyShapes(3);
        ByteBuffer image = learnAndEncode(partition);
        close();
        open("copy");
        ImmutableBTreePartition other = partitions.ofManyShapes(6);
        learn(other, 3);
        assertNull(decode(partition, image));
    }

    @Test
    void decode_olderCopyOfTheCatalogue_isRefused() throws IOException {
        open("one");
        close();
        copy("one", "copy");
        open("one");
        ImmutableBTreePartition partition = partitions.ofManyShapes(3);
        ByteBuffer image = learnAndEncode(partition);
        close();
        open("copy");
        assertNull(decode(partition, image));
    }

    @Test
    void decode_reclaimedIds_isRefused() throws IOException {
        open("one");
        ImmutableBTreePartition partition = partitions.ofManyShapes(3);
        ByteBuffer image = learnAndEncode(partition);
        EmbeddedCatalogue.reclaim();
        assertEquals(0, EmbeddedCatalogue.known());
        assertNull(decode(partition, image));
        learn(partition);
        assertNull(decode(partition, image), "the same definitions have new IDs");
    }

    @Test
    void reclaim_whereNothingIsKeptForImages_reclaimsAllTheSame() throws IOException {
        catalogue = EmbeddedCatalogue.open(directory.resolve("none"), options -> options, 0);
        CataloguedTables.choose(EmbeddedNode.KEYSPACE, TABLE, new Random(1));
        ImmutableBTreePartition partition = partitions.ofManyShapes(3);
        learn(partition);
        assertTrue(catalogue.stats().content().definitions() > 0);
        assertEquals(
                0,
                encode(layout, partition, Integer.MAX_VALUE, new DataOutputBuffer())
                        .savedBytes());
        EmbeddedCatalogue.reclaim();
        assertEquals(0, catalogue.stats().content().definitions());
    }

    @Test
    void encodeAndDecode_withoutACatalogue_haveNamesAndRefuseIds() throws IOException {
        open("one");
        ImmutableBTreePartition partition = partitions.ofManyShapes(3);
        ByteBuffer image = learnAndEncode(partition);
        close();
        assertEquals(
                0,
                encode(layout, partition, Integer.MAX_VALUE, new DataOutputBuffer())
                        .savedBytes());
        assertNull(decode(partition, image));
    }

    @Test
    void encode_tableThatIsNotChosen_hasNames_andStillReadsIds() throws IOException {
        open("one");
        ImmutableBTreePartition partition = partitions.ofManyShapes(3);
        ByteBuffer image = learnAndEncode(partition);
        CataloguedTables.forget(EmbeddedNode.KEYSPACE, TABLE);
        assertEquals(
                0,
                encode(layout, partition, Integer.MAX_VALUE, new DataOutputBuffer())
                        .savedBytes());
        assertNotNull(decode(partition, image));
    }

    /** Neither the device nor the catalogue's cache of definitions is accessed. */
    @Test
    void encodeAndDecode_askTheCatalogueNothing() throws IOException {
        open("one");
        ImmutableBTreePartition partition = partitions.ofManyShapes(3);
        learn(partition);
        CatalogueStats before = catalogue.stats();
        DataOutputBuffer out = new DataOutputBuffer();
        assertTrue(encode(layout, partition, Integer.MAX_VALUE, out).savedBytes() > 0);
        assertNotNull(decode(partition, out.buffer()));
        assertEquals(before, catalogue.stats());
    }

    /** An image whose ID is replaced by any other ID is not decoded. */
    @Test
    void decode_idsThatAreOthers_isRefused() throws IOException {
        open("one");
        ImmutableBTreePartition partition = partitions.ofManyShapes(20);
        learn(partition);
        ImmutableBTreePartition part = partitions.ofManyShapes(1);
        ByteBuffer image = learnAndEncode(part);
        int at = image.position() + RowImageDescriptor.HEADER_BYTES + 1;
        byte right = image.get(at);
        for (int id = 0; id < 40; id++) {
            image.put(at, (byte) id);
            assertEquals(id == right, decode(part, image) != null, "id=" + id);
        }
    }

    private ByteBuffer learnAndEncode(ImmutableBTreePartition partition) throws IOException {
        learn(partition);
        DataOutputBuffer out = new DataOutputBuffer();
        assertTrue(encode(layout, partition, Integer.MAX_VALUE, out).savedBytes() > 0);
        return out.buffer();
    }

    private void learn(ImmutableBTreePartition partition) {
        learn(partition, 0);
    }

    private void learn(ImmutableBTreePartition partition, int rowsLeftOut) {
        try (UnfilteredRowIterator rows = RandomPartitions.rows(layout, partition)) {
            if (!rows.staticRow().isEmpty()) {
                catalogue.learn(layout.metadata, rows.staticRow());
            }
            List<Row> all = RandomPartitions.content(layout, partition).stream()
                    .filter(Row.class::isInstance)
                    .map(Row.class::cast)
                    .toList();
            // the clustering order is descending
            all.subList(0, all.size() - rowsLeftOut).forEach(row -> catalogue.learn(layout.metadata, row));
        }
    }

    private static Encoded encode(ImageLayout layout, ImmutableBTreePartition partition, int rows, DataOutputBuffer out)
            throws IOException {
        try (UnfilteredRowIterator source = RandomPartitions.rows(layout, partition)) {
            return RowImageWriter.encode(layout, source, new Limits(rows, MAX_BYTES, RandomPartitions.NOW), out);
        }
    }

    private static Decoded decode(ImmutableBTreePartition partition, ByteBuffer image) throws IOException {
        return RowImageReader.read(layout, partition.partitionKey(), image, layout.everything);
    }

    private void copy(String from, String to) throws IOException {
        Path target = Files.createDirectories(directory.resolve(to));
        try (Stream<Path> files = Files.list(directory.resolve(from))) {
            for (Path file : files.toList()) {
                Files.copy(file, target.resolve(file.getFileName()));
            }
        }
    }
}
