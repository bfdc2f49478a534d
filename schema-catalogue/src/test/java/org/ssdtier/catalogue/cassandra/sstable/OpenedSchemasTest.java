package org.ssdtier.catalogue.cassandra.sstable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.catalogue.ColumnForm;
import org.ssdtier.catalogue.SchemaColumn;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.SchemaListDescriptor;
import org.ssdtier.catalogue.SchemaListEntry;
import org.ssdtier.catalogue.cassandra.row.DefinitionUnavailableException;
import org.ssdtier.catalogue.cassandra.row.LostRows;
import org.ssdtier.catalogue.cassandra.row.LostSchemaException;
import org.ssdtier.catalogue.cassandra.row.RowSchemas;

/** Tests of opening a {@code Schemas.db} whose device fails. */
@Tag("unit")
final class OpenedSchemasTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long SECTOR_BYTES = 4096;

    @TempDir
    private Path directory;

    /**
     * A small file is one sector of the drive. If the node took that for a corrupt SSTable, it would start without its rows and
     * tombstones. Checked by removal: the exception of the device left the opening.
     */
    @Test
    void read_deviceFails_opensWithoutDefinitions_untilItAnswers() throws IOException {
        for (int version :
                new int[] {SchemaListDescriptor.FORMAT_VERSION, SchemaListDescriptor.OLDEST_READABLE_VERSION}) {
            AtomicLong clock = new AtomicLong(17);
            FailingFile file = new FailingFile(file(version), 0, SECTOR_BYTES);
            RowSchemas schemas = OpenedSchemas.read(file, clock::get);
            int failures = file.failures();
            assertTrue(failures > 0);
            assertThrows(LostSchemaException.class, () -> schemas.get(1));
            assertThrows(UncheckedIOException.class, schemas::definitions);
            clock.addAndGet(59 * SECOND);
            assertThrows(LostSchemaException.class, () -> schemas.get(2));
            assertEquals(failures, file.failures(), "the drive is tried for each row");
            clock.addAndGet(SECOND);
            assertThrows(LostSchemaException.class, () -> schemas.get(2));
            assertTrue(file.failures() > failures, "the drive is not tried again");

            file.repair();
            assertThrows(LostSchemaException.class, () -> schemas.get(2));
            clock.addAndGet(60 * SECOND);
            assertEquals(definition(1), schemas.get(2).definition());
            assertEquals(2, schemas.count());
            assertEquals(List.of(definition(0), definition(1)), schemas.definitions());
        }
    }

    /** Checked by removal: the scrub would drop rows whose definitions the device reads again a moment later. */
    @Test
    void get_deviceFails_scrub_triesAgain_andEndsWithoutAChange() throws IOException {
        FailingFile file = new FailingFile(file(SchemaListDescriptor.FORMAT_VERSION), 0, SECTOR_BYTES);
        RowSchemas schemas = OpenedSchemas.read(file, () -> 0);
        try (LostRows rows = LostRows.passOver()) {
            assertThrows(DefinitionUnavailableException.class, () -> schemas.get(1));
            assertEquals(0, rows.count());
        }
        file.repair();
        assertThrows(LostSchemaException.class, () -> schemas.get(1), "a query waits for the minute to end");
        try (LostRows rows = LostRows.passOver()) {
            assertEquals(definition(0), schemas.get(1).definition());
            assertEquals(0, rows.count());
        }
    }

    /** A file that is away for a moment is used once it is back. Checked by removal: its definitions stayed lost. */
    @Test
    void get_fileIsAwayForAMoment_isUnavailable_untilItIsBack() throws IOException {
        Path path = file(SchemaListDescriptor.FORMAT_VERSION);
        AtomicLong clock = new AtomicLong();
        FailingFile file = new FailingFile(path, 0, SECTOR_BYTES);
        RowSchemas schemas = OpenedSchemas.read(file, clock::get);
        file.repair();
        Path away = Files.move(path, directory.resolve("away"));
        clock.addAndGet(60 * SECOND);
        assertThrows(DefinitionUnavailableException.class, () -> schemas.get(1));
        Files.move(away, path);
        assertEquals(definition(0), schemas.get(1).definition());
    }

    private Path file(int version) throws IOException {
        SchemaList list = new SchemaList(
                0, List.of(new SchemaListEntry(1, definition(0)), new SchemaListEntry(2, definition(1))));
        Path file = directory.resolve("Schemas" + version);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            ByteBuffer bytes = list.encode(version);
            assertTrue(bytes.remaining() < SECTOR_BYTES);
            channel.write(bytes);
        }
        return file;
    }

    private static SchemaDefinition definition(int n) {
        ByteBuffer key = ByteBuffer.wrap(("opened" + n).getBytes(StandardCharsets.UTF_8));
        ByteBuffer name = ByteBuffer.wrap("tags".getBytes(StandardCharsets.UTF_8));
        return SchemaDefinition.of(List.of(new SchemaColumn(name, false, ColumnForm.CELLS, List.of(key))));
    }
}
