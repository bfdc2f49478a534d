package org.ssdtier.catalogue.cassandra.sstable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
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
import org.apache.cassandra.exceptions.ConfigurationException;
import org.apache.cassandra.io.FSWriteError;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.SequenceBasedSSTableId;
import org.apache.cassandra.io.sstable.format.SSTableFormat;
import org.apache.cassandra.io.util.DataOutputBuffer;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.io.util.FileOutputStreamPlus;
import org.apache.cassandra.net.MessagingService;
import org.apache.cassandra.schema.ColumnMetadata;
import org.apache.cassandra.schema.TableId;
import org.apache.cassandra.schema.TableMetadata;
import org.apache.cassandra.schema.TableMetadataRef;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.SchemaListEntry;
import org.ssdtier.catalogue.cassandra.row.CataloguedRows;
import org.ssdtier.catalogue.cassandra.row.RowSchemas;
import org.ssdtier.catalogue.cassandra.row.WrittenSchemas;

/** Tests of the contents of an SSTable's dictionary, and of the order in which its parts become durable. */
@Tag("unit")
class DictionaryWriterTest {
    private static final TableMetadata TABLE;

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

    @TempDir
    private Path directory;

    private Descriptor descriptor;

    @BeforeAll
    static void hasFormat() {
        assertEquals(CataloguedFormat.NAME, CataloguedFormat.instance().name());
    }

    /** If the lease were closed first, a round of reclamation could miss both. */
    @Test
    void complete_hasTheDictionaryOnDisk_beforeTheIdsAreGivenFree() throws IOException {
        Ids ids = new Ids();
        DictionaryWriter writer = open(ids);
        write(writer, "a", "a", "b", "b", "once");
        writer.complete();
        assertFalse(ids.closed);
        SchemaList list = SchemasComponent.load(descriptor).list();
        assertEquals(77, list.instanceId());
        assertEquals(
                List.of(1, 2), list.entries().stream().map(SchemaListEntry::id).toList());
        assertTrue(list.entries().get(1).definition().toString().contains("b"), list.toString());
        writer.close();
        writer.close();
        assertTrue(ids.closed);
    }

    /** A sync writes nothing of what is still in the stream's buffer. Checked by removal: nothing was synced. */
    @Test
    void write_syncsAllBytes() throws IOException {
        Path file = directory.resolve("Schemas.db");
        long[] synced = new long[1];
        FileOutputStreamPlus recording = new FileOutputStreamPlus(file) {
            @Override
            public void sync() throws IOException {
                synced[0] = getChannel().size();
                super.sync();
            }
        };
        try (FileOutputStreamPlus out = recording) {
            SchemasComponent.write(ByteBuffer.allocate(1_000), out);
        }
        assertEquals(1_000, synced[0]);
    }

    @Test
    void complete_catalogueWithoutIds_leavesThemOut() throws IOException {
        Ids ids = new Ids();
        ids.given = Integer.MIN_VALUE;
        DictionaryWriter writer = open(ids);
        write(writer, "a", "a");
        writer.complete();
        SchemaList list = SchemasComponent.load(descriptor).list();
        assertEquals(
                List.of(SchemaIds.NONE),
                list.entries().stream().map(SchemaListEntry::id).toList());
        assertEquals(
                1,
                OpenedSchemas.open(descriptor).header(header(), TABLE).schemas().count());
    }

    /** If images knew an ID earlier, one could contain an ID in no dictionary, which the next rounds would reclaim. */
    @Test
    void complete_letsImagesReferToTheIds_onlyOnceTheDictionaryIsDurable() throws IOException {
        Ids ids = new Ids();
        DictionaryWriter writer = open(ids);
        write(writer, "a", "a", "b", "b");
        Files.createDirectory(descriptor.fileFor(CataloguedFormat.SCHEMAS).toPath());
        assertThrows(FSWriteError.class, writer::complete);
        assertEquals(0, ids.learned);
        Files.delete(descriptor.fileFor(CataloguedFormat.SCHEMAS).toPath());
        writer.complete();
        assertEquals(2, ids.learned);
    }

    /** A compaction finishes one SSTable after the other, and prepares all of them together. */
    @Test
    void allRowsWritten_hasTheDictionaryOnDisk_andTheLeaseStaysOpen() throws IOException {
        Ids ids = new Ids();
        DictionaryWriter writer = open(ids);
        write(writer, "a", "a", "b", "b");
        WrittenSchemas schemas = (WrittenSchemas) writer.header().schemas();
        List<SchemaDefinition> definitions = schemas.definitions();
        assertEquals(2, schemas.countOnHeap());
        writer.header().allRowsWritten();
        assertEquals(0, schemas.countOnHeap());
        assertEquals(definitions, schemas.definitions());
        assertEquals(definitions.get(1), schemas.get(2).definition());
        assertFalse(ids.closed);
        assertThrows(IllegalStateException.class, () -> write(writer, "a"));
        writer.header().allRowsWritten();
        writer.complete();
        assertEquals(2, ids.learned);
        assertEquals(
                List.of(1, 2),
                SchemasComponent.load(descriptor).list().entries().stream()
                        .map(SchemaListEntry::id)
                        .toList());
        assertFalse(ids.closed);
    }

    @Test
    void write_afterComplete_isRefused() throws IOException {
        DictionaryWriter writer = open(new Ids());
        write(writer, "a", "a");
        writer.complete();
        assertThrows(IllegalStateException.class, () -> write(writer, "a"));
    }

    /**
     * The tests of this module run with Cassandra's own classes. Without the check, rows would be written without
     * schemas.
     */
    @Test
    void factories_withoutWovenClasses_refuse() throws IOException {
        open(new Ids());
        SSTableFormat<?, ?> format = CataloguedFormat.instance();
        ConfigurationException refused = assertThrows(
                ConfigurationException.class, () -> format.getWriterFactory().builder(descriptor));
        assertTrue(refused.getMessage().contains("first on the class path"), refused.getMessage());
        assertThrows(ConfigurationException.class, () -> format.getReaderFactory()
                .loadingBuilder(descriptor, TableMetadataRef.forOfflineTools(TABLE), Set.of()));
    }

    private DictionaryWriter open(Ids ids) throws IOException {
        Path of = Files.createDirectories(directory.resolve("lab").resolve("rows"));
        descriptor = new Descriptor(
                CataloguedFormat.instance().getLatestVersion(),
                new File(of),
                "lab",
                "rows",
                new SequenceBasedSSTableId(1));
        return new DictionaryWriter(descriptor, header(), TABLE, TABLE.params.compression, ids);
    }

    private static SerializationHeader header() {
        return SerializationHeader.makeWithoutStats(TABLE);
    }

    private static void write(DictionaryWriter writer, String... keys) throws IOException {
        ColumnMetadata tags = TABLE.getColumn(ByteBufferUtil.bytes("tags"));
        for (String key : keys) {
            Row.Builder row = BTreeRow.sortedBuilder();
            row.newRow(Clustering.make(ByteBufferUtil.bytes(1)));
            row.addPrimaryKeyLivenessInfo(LivenessInfo.create(1, 1));
            row.addCell(BufferCell.live(
                    tags, 1, ByteBufferUtil.bytes("value"), CellPath.create(ByteBufferUtil.bytes(key))));
            SerializationHelper helper = new SerializationHelper(writer.header());
            try (DataOutputBuffer out = new DataOutputBuffer()) {
                assertTrue(CataloguedRows.write(row.build(), helper, out, 0, MessagingService.VERSION_50));
            }
        }
    }

    /** A source of the IDs 1, 2, …; of none if it begins below 0. */
    private static final class Ids implements SchemaIds, IdSource {
        private int given;
        private int learned;
        private boolean closed;

        @Override
        public SchemaIds idsFor(TableId table) {
            return this;
        }

        @Override
        public void learn(long instanceId, int[] ids, RowSchemas schemas) {
            assertEquals(77, instanceId);
            assertEquals(ids.length, schemas.count());
            learned += ids.length;
        }

        @Override
        public long instanceId() {
            return 77;
        }

        @Override
        public int idOf(SchemaDefinition definition) {
            return Math.max(NONE, ++given);
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
