package org.ssdtier.catalogue.cassandra.sstable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.SequenceBasedSSTableId;
import org.apache.cassandra.io.sstable.format.SSTableFormat;
import org.apache.cassandra.io.util.File;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaList;
import org.ssdtier.catalogue.SchemaListEntry;
import org.ssdtier.catalogue.TableList;

/** Tests of which dictionaries count as read, as deleted or as unreadable. */
@Tag("unit")
final class SstableDictionariesTest {
    private static final UUID TABLE = new UUID(3, 4);
    private static final SchemaList LIST =
            new SchemaList(7, List.of(new SchemaListEntry(1, SchemaDefinition.of(List.of()))));

    @TempDir
    private Path directory;

    private final List<TableList> read = new ArrayList<>();
    private final SstableDictionaries.Pass pass = new SstableDictionaries.Pass(read::add);

    @BeforeAll
    static void hasFormats() {
        DatabaseDescriptor.clientInitialization(false);
    }

    @Test
    void read_aSoundDictionary_whetherItsSstableIsVisibleOrNot() throws IOException {
        pass.read(TABLE, sstable(1, true), true);
        pass.read(TABLE, sstable(2, true), false);
        assertEquals(List.of(new TableList(TABLE, LIST), new TableList(TABLE, LIST)), read);
        assertEquals(List.of(), pass.unreadable());
    }

    /** If it counted as empty, the IDs that its SSTable refers to would be lost. */
    @Test
    void read_aDictionaryThatFails_isUnreadable() throws IOException {
        Descriptor fails = sstable(1, false);
        Files.createDirectory(schemas(fails)); // reading it is an I/O error
        pass.read(TABLE, fails, true);
        pass.read(TABLE, fails, false);
        assertEquals(2, pass.unreadable().size());
        assertTrue(
                pass.unreadable().get(0).contains("Schemas.db"),
                pass.unreadable().toString());
    }

    @Test
    void read_aMissingOrUselessDictionary_ofAVisibleSstable_isUnreadable() throws IOException {
        Descriptor useless = sstable(1, true);
        Files.write(schemas(useless), new byte[LIST.encode().remaining()]);
        pass.read(TABLE, useless, true);
        pass.read(TABLE, sstable(2, false), true);
        assertEquals(2, pass.unreadable().size());
        assertEquals(List.of(), read);
    }

    /** If only whole dictionaries were compared, an older copy of the catalogue could give their IDs to other definitions. */
    @Test
    void read_aDamagedDictionary_ofAVisibleSstable_whoseIdsAreKnown_isCompared() throws IOException {
        Descriptor damaged = sstable(1, true);
        byte[] whole = Files.readAllBytes(schemas(damaged));
        Set<TableList> seen = new HashSet<>();
        for (int at = 0; at < whole.length; at++) {
            byte[] bytes = whole.clone();
            bytes[at] ^= 1;
            Files.write(schemas(damaged), bytes);
            read.clear();
            pass.read(TABLE, damaged, true);
            assertEquals(List.of(), pass.unreadable(), "it would end the reclamation of the whole node");
            assertEquals(1, read.size());
            seen.addAll(read);
        }
        assertEquals(
                Set.of(new TableList(TABLE, LIST), new TableList(TABLE, new SchemaList(7, List.of()), List.of(1))),
                seen);
    }

    /** The catalogue would drop the definitions of IDs that are not known, although rows refer to them. */
    @Test
    void read_aDamagedDictionary_whoseIdsAreLost_isUnreadable() throws IOException {
        Descriptor damaged = sstable(1, true);
        int bytes = (int) Files.size(schemas(damaged));
        int unreadable = 0;
        for (int from = 0; from < bytes; from++) {
            read.clear();
            pass.read(TABLE, damaged, true, new FailingFile(schemas(damaged), from, bytes));
            boolean isKnown = !read.isEmpty() && idsOf(read.get(0)).equals(List.of(1));
            unreadable += isKnown ? 0 : 1;
            assertEquals(unreadable, pass.unreadable().size(), "unreadable from " + from + " on");
        }
        assertTrue(unreadable > 0 && unreadable < bytes, "unreadable=" + unreadable + " of " + bytes);
    }

    private static List<Integer> idsOf(TableList dictionary) {
        List<Integer> ids = new ArrayList<>(dictionary.lostIds());
        dictionary.list().entries().forEach(entry -> ids.add(entry.id()));
        return ids;
    }

    /** Checked by removal: of a file that the device cannot read in one place, no ID is compared. */
    @Test
    void read_aDictionaryWithABadSector_isCompared() throws IOException {
        Descriptor sick = sstable(1, true);
        long bytes = Files.size(schemas(sick));
        for (long at = 0; at < bytes; at++) {
            pass.read(TABLE, sick, true, new FailingFile(schemas(sick), at, at + 1));
        }
        assertEquals(List.of(), pass.unreadable());
        assertEquals(
                Set.of(new TableList(TABLE, LIST), new TableList(TABLE, new SchemaList(7, List.of()), List.of(1))),
                Set.copyOf(read));
    }

    /**
     * A compaction's output has no dictionary until its completion, and half of one during it: its writer has a lease.
     */
    @Test
    void read_aHalfWrittenOrMissingDictionary_ofAnSstableBeingWritten_isNone() throws IOException {
        Descriptor half = sstable(1, true);
        byte[] bytes = Files.readAllBytes(schemas(half));
        Files.write(schemas(half), Arrays.copyOf(bytes, bytes.length / 2));
        pass.read(TABLE, half, false);
        pass.read(TABLE, sstable(2, false), false);
        assertEquals(List.of(), pass.unreadable());
        assertEquals(List.of(), read);
    }

    /** Compactions delete SSTables while the dictionaries are read. */
    @Test
    void read_anSstableThatGoesMeanwhile_isNone() throws IOException {
        Descriptor goes = sstable(1, false);
        pass.read(TABLE, goes, true);
        Files.delete(goes.fileFor(SSTableFormat.Components.DATA).toPath());
        assertEquals(List.of(), pass.unreadable());
    }

    private static Path schemas(Descriptor descriptor) {
        return descriptor.fileFor(CataloguedFormat.SCHEMAS).toPath();
    }

    private Descriptor sstable(int number, boolean withDictionary) throws IOException {
        Path of = Files.createDirectories(directory.resolve("lab").resolve("rows"));
        Descriptor descriptor = new Descriptor(
                CataloguedFormat.instance().getLatestVersion(),
                new File(of),
                "lab",
                "rows",
                new SequenceBasedSSTableId(number));
        Files.writeString(descriptor.fileFor(SSTableFormat.Components.DATA).toPath(), "rows");
        if (withDictionary) {
            ByteBuffer file = LIST.encode();
            byte[] bytes = new byte[file.remaining()];
            file.get(bytes);
            Files.write(schemas(descriptor), bytes);
        }
        return descriptor;
    }
}
