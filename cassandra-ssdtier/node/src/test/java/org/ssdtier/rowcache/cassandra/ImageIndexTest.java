package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.apache.cassandra.db.Digest;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.partitions.ImmutableBTreePartition;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.db.rows.UnfilteredRowIterators;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.net.MessagingService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.node.embedded.EmbeddedNode;
import org.ssdtier.rowcache.cassandra.RowImageReader.Decoded;
import org.ssdtier.rowcache.cassandra.RowImageWriter.Limits;

/**
 * Tests that a query of an image with an index returns the same as the query of the whole image: random tables and partitions, random
 * slices and names, in both directions, rows and digests.
 */
@Tag("property")
class ImageIndexTest {
    private static final int TABLES = 40;
    private static final int PARTITIONS = 8;
    private static final int QUERIES = 24;
    private static final int MAX_BYTES = 1 << 20;

    private final Random random = new Random(Long.getLong("ssdtier.seed", 20_261_123L));

    @BeforeAll
    static void start() {
        EmbeddedNode.start();
    }

    @AfterEach
    void useUsualGrain() {
        IndexGrain.use(IndexGrain.USUAL);
    }

    /** Checked by removal of the open range tombstone in {@code ImageRows.seek}, and of the part in {@code ImageIndex.partOf}. */
    @Test
    void slices_ofAnImageWithAnIndex_areThoseOfTheWholeImage() throws IOException {
        int indexed = 0;
        for (int i = 0; i < TABLES; i++) {
            IndexGrain.use(i % 4 == 0 ? IndexGrain.USUAL : new IndexGrain(0, random.nextInt(200), 0));
            RandomClusterings table = new RandomClusterings(random);
            ImageLayout layout = new ImageLayout(table.metadata, ImageSchemas.NONE);
            for (int j = 0; j < PARTITIONS; j++) {
                ImmutableBTreePartition partition = table.partition(i % 4 == 0 ? 400 : 25);
                DataOutputBuffer out = new DataOutputBuffer();
                encode(layout, partition, Integer.MAX_VALUE, out);
                indexed += isIndexed(out.buffer()) ? 1 : 0;
                for (int query = 0; query < QUERIES; query++) {
                    same(layout, partition, out.buffer(), table);
                }
            }
        }
        assertTrue(indexed > TABLES * PARTITIONS / 2, "images with an index=" + indexed);
    }

    private void same(ImageLayout layout, ImmutableBTreePartition partition, ByteBuffer image, RandomClusterings table)
            throws IOException {
        ColumnFilter columns = random.nextBoolean() ? layout.everything : table.someColumns();
        boolean reversed = random.nextBoolean();
        Slices slices = table.slices();
        ImageQuery query = new ImageQuery(columns, slices, reversed, false, Integer.MAX_VALUE);
        Decoded part = RowImageReader.read(layout, partition.partitionKey(), image, query);
        Decoded whole = RowImageReader.read(layout, partition.partitionKey(), image, columns);
        assertNotNull(part);
        assertNotNull(whole);
        assertEquals(whole.stats(), part.stats());
        assertEquals(text(whole, slices, reversed), text(part, slices, reversed), () -> slices + " of " + partition);
        assertArrayEquals(digest(whole, columns, slices, reversed), digest(part, columns, slices, reversed));
    }

    /** Checked by the same removals, and by removal of the first parts in {@code ImageIndex.lastParts}. */
    @Test
    void firstRows_ofAnImageWithAnIndex_areThoseOfTheSlices() throws IOException {
        int cut = 0;
        for (int i = 0; i < TABLES; i++) {
            IndexGrain.use(new IndexGrain(0, random.nextInt(100), 0));
            RandomClusterings table = new RandomClusterings(random);
            ImageLayout layout = new ImageLayout(table.metadata, ImageSchemas.NONE);
            ImmutableBTreePartition partition = table.partition(60);
            DataOutputBuffer out = new DataOutputBuffer();
            encode(layout, partition, Integer.MAX_VALUE, out);
            for (int j = 0; j < QUERIES; j++) {
                boolean reversed = random.nextBoolean();
                Slices slices = random.nextInt(3) == 0 ? Slices.ALL : table.slices();
                int rows = 1 + random.nextInt(8);
                ImageQuery query = new ImageQuery(layout.everything, slices, reversed, false, rows);
                Decoded part = RowImageReader.read(layout, partition.partitionKey(), out.buffer(), query);
                Decoded whole = RowImageReader.read(layout, partition.partitionKey(), out.buffer(), layout.everything);
                assertNotNull(part);
                assertNotNull(whole);
                Slices read = part.cut() == null ? slices : part.cut();
                cut += part.cut() == null ? 0 : 1;
                assertEquals(text(whole, read, reversed), text(part, read, reversed));
                List<Row> all = rows(whole, slices, reversed);
                List<Row> first = rows(whole, read, reversed);
                assertEquals(all.subList(0, first.size()), first);
            }
        }
        assertTrue(cut > TABLES * QUERIES / 8, "cut=" + cut);
    }

    /** The facts in the index of an image of the first rows agree with its rows. */
    @Test
    void facts_ofAnImageOfTheFirstRows_areThoseOfItsRows() throws IOException {
        int incomplete = 0;
        for (int i = 0; i < TABLES; i++) {
            IndexGrain.use(new IndexGrain(0, random.nextInt(100), 0));
            RandomClusterings table = new RandomClusterings(random);
            ImageLayout layout = new ImageLayout(table.metadata, ImageSchemas.NONE);
            ImmutableBTreePartition partition = table.partition(40);
            DataOutputBuffer out = new DataOutputBuffer();
            RowImageWriter.Outcome outcome = encode(layout, partition, 5 + random.nextInt(20), out);
            ImageQuery query = new ImageQuery(layout.everything, table.slices(), false, true, Integer.MAX_VALUE);
            if (outcome != RowImageWriter.Outcome.ENCODED || !isIndexed(out.buffer()) || !query.isPartial()) {
                continue;
            }
            Decoded part = RowImageReader.read(layout, partition.partitionKey(), out.buffer(), query);
            Decoded whole = RowImageReader.read(layout, partition.partitionKey(), out.buffer(), layout.everything);
            assertNotNull(part);
            assertNotNull(whole);
            assertEquals(whole.complete(), part.complete());
            incomplete += whole.complete() ? 0 : 1;
            if (!whole.complete()) {
                assertEquals(whole.lastClustering(), part.lastClustering());
            }
            assertFacts(layout, whole, part);
        }
        assertTrue(incomplete > TABLES / 10, "incomplete=" + incomplete);
    }

    private static void assertFacts(ImageLayout layout, Decoded whole, Decoded part) {
        assertNotNull(part.part());
        ImageFacts facts = part.part().facts();
        int grace = layout.metadata.params.gcGraceSeconds;
        int rows = 0;
        int deadBefore = 0;
        long liveUntil = Long.MAX_VALUE;
        int live = 0;
        for (Row row : whole.partition()) {
            rows++;
            if (row.hasLiveData(RandomPartitions.NOW, false)) {
                live++;
                liveUntil = Math.min(liveUntil, RandomClusterings.liveUntil(row));
            }
            deadBefore += RandomClusterings.purgeableFrom(row, grace) < facts.mostlyAliveUntil() ? 1 : 0;
        }
        assertEquals(rows, facts.rows());
        assertEquals(live, facts.liveRows());
        assertEquals(liveUntil, facts.liveUntil());
        assertTrue(2 * deadBefore <= rows, "rows that can be purged=" + deadBefore + " of " + rows);
    }

    /**
     * Damage anywhere causes an exception that a look-up catches, or a bounded number of rows, never a read beyond the bytes. The
     * returned rows throw no exception later.
     */
    @Test
    void read_damagedIndex_isRefusedOrReadToItsEnd() throws IOException {
        int refused = 0;
        for (int i = 0; i < TABLES; i++) {
            IndexGrain.use(new IndexGrain(0, random.nextInt(100), 0));
            RandomClusterings table = new RandomClusterings(random);
            ImageLayout layout = new ImageLayout(table.metadata, ImageSchemas.NONE);
            ImmutableBTreePartition partition = table.partition(30);
            DataOutputBuffer out = new DataOutputBuffer();
            encode(layout, partition, random.nextBoolean() ? Integer.MAX_VALUE : 8, out);
            for (int j = 0; j < 4 * QUERIES && isIndexed(out.buffer()); j++) {
                refused += isRefused(layout, partition, damaged(out.buffer()), table) ? 1 : 0;
            }
        }
        assertTrue(refused > TABLES * QUERIES / 4, "refused=" + refused);
    }

    /** Returns the image with one byte changed or the end cut off; mostly in the last part of the bytes, where the index is. */
    private ByteBuffer damaged(ByteBuffer image) {
        byte[] bytes = new byte[image.remaining()];
        image.duplicate().get(bytes);
        if (random.nextInt(4) == 0) {
            return ByteBuffer.wrap(bytes, 0, RowImageDescriptor.HEADER_BYTES + random.nextInt(bytes.length - 5))
                    .slice();
        }
        int from = random.nextInt(4) == 0 ? RowImageDescriptor.HEADER_BYTES : bytes.length * 2 / 3;
        bytes[from + random.nextInt(bytes.length - from)] = (byte) random.nextInt(256);
        return ByteBuffer.wrap(bytes);
    }

    private boolean isRefused(
            ImageLayout layout, ImmutableBTreePartition partition, ByteBuffer image, RandomClusterings table) {
        boolean reversed = random.nextBoolean();
        int rows = random.nextBoolean() ? Integer.MAX_VALUE : 1 + random.nextInt(8);
        ImageQuery query = new ImageQuery(layout.everything, table.slices(), reversed, true, rows);
        Decoded decoded;
        try {
            decoded = RowImageReader.read(layout, partition.partitionKey(), image, query);
        } catch (IOException | RuntimeException | AssertionError e) {
            return true;
        }
        int read = decoded == null ? 0 : rows(decoded, query.slices(), reversed).size();
        assertTrue(read <= image.remaining(), "rows=" + read);
        return decoded == null;
    }

    private static boolean isIndexed(ByteBuffer image) {
        return (image.get(RowImageDescriptor.FLAGS_OFFSET) & RowImageDescriptor.INDEXED) != 0;
    }

    private static RowImageWriter.Outcome encode(
            ImageLayout layout, ImmutableBTreePartition partition, int rows, DataOutputBuffer out) throws IOException {
        try (UnfilteredRowIterator source = RandomPartitions.rows(layout, partition)) {
            return RowImageWriter.encode(layout, source, new Limits(rows, MAX_BYTES, RandomPartitions.NOW), out)
                    .outcome();
        }
    }

    private static List<Row> rows(Decoded image, Slices slices, boolean reversed) {
        return RandomClusterings.rows(image.partition(), slices, reversed);
    }

    private static String text(Decoded image, Slices slices, boolean reversed) {
        StringBuilder text = new StringBuilder();
        ImmutableBTreePartition partition = image.partition();
        ColumnFilter all = ColumnFilter.all(partition.metadata());
        try (UnfilteredRowIterator rows = partition.unfilteredIterator(all, slices, reversed)) {
            text.append(rows.partitionLevelDeletion())
                    .append(rows.columns())
                    .append(rows.staticRow().toString(partition.metadata(), true));
            rows.forEachRemaining(row -> text.append('\n').append(row.toString(partition.metadata(), true)));
        }
        return text.toString();
    }

    private static byte[] digest(Decoded image, ColumnFilter columns, Slices slices, boolean reversed) {
        Digest digest = Digest.forReadResponse();
        try (UnfilteredRowIterator rows = image.partition().unfilteredIterator(columns, slices, reversed)) {
            UnfilteredRowIterators.digest(rows, digest, MessagingService.current_version);
        }
        return digest.digest();
    }
}
