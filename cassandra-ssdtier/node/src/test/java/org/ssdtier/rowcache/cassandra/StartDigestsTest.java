package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.cassandra.io.sstable.Component;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.SequenceBasedSSTableId;
import org.apache.cassandra.io.sstable.format.SSTableFormat.Components;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.File;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.node.embedded.EarlyRewrite;

/** Tests that the files of many SSTables, as on a big node, are read once at the start, and that the stop is bounded. */
@Tag("unit")
class StartDigestsTest {
    private static final int MANY = 10_000;
    private static final List<Component> FILES = List.of(Components.DATA, Components.DIGEST);

    @TempDir
    private Path directory;

    @Test
    void tenThousandSSTables_areReadAtTheStart_andNotAgainAtTheStop() throws IOException {
        Descriptor flushed = flushed();
        List<Descriptor> sstables = copies(flushed);
        byte[] atStart = StartDigests.digestOf(sstables, secondsFromNow(60));
        assertNotNull(atStart);
        deleteAll(sstables);
        assertArrayEquals(atStart, StartDigests.digestOf(sstables, secondsFromNow(0)));
        byte[] ofMissingFiles = StartDigests.digestOf(named(flushed), secondsFromNow(60));
        assertFalse(Arrays.equals(atStart, ofMissingFiles), "the files were not read at the start");
    }

    @Test
    void tenThousandSSTables_thatAreNotKnownYet_areNotReadBeyondTheDeadline() throws IOException {
        List<Descriptor> sstables = copies(flushed());
        assertNull(StartDigests.digestOf(sstables, secondsFromNow(0)));
        byte[] read = StartDigests.digestOf(sstables, secondsFromNow(60));
        assertNotNull(read);
        assertArrayEquals(read, StartDigests.digestOf(sstables, secondsFromNow(0)));
    }

    /** The digests of tables without cached rows would cost two requests to the disk for each of their SSTables. */
    @Test
    void tableWithoutCachedRows_isNotRead() {
        int before = StartDigests.recorded();
        record(new ProtocolTable(ProtocolTable.NONE));
        assertEquals(before, StartDigests.recorded());
        record(new ProtocolTable(ProtocolTable.ALL));
        assertEquals(before + 1, StartDigests.recorded());
    }

    /**
     * The files of an SSTable that was opened early still grow: its name would be another one after a start, and so would the digest of
     * the table.
     */
    @Test
    void sstableOpenedEarly_isNotPartOfTheTable_untilItIsComplete() throws IOException {
        ProtocolTable table = new ProtocolTable(ProtocolTable.ALL);
        table.insert(1, 2, 3);
        table.flush();
        byte[] before = digest(table);
        try (EarlyRewrite compaction = new EarlyRewrite(table.store())) {
            assertNotEquals(compaction.original().descriptor, compaction.early().descriptor);
            assertEquals(Set.of(compaction.original()), SSTableJournal.whole(table.store()));
            assertArrayEquals(before, digest(table));
            compaction.finish();
        }
        assertFalse(Arrays.equals(before, digest(table)));
        SSTableReader complete = table.store().getLiveSSTables().iterator().next();
        assertFalse(StartDigests.name(complete).endsWith("none"), StartDigests.name(complete));
    }

    private static byte[] digest(ProtocolTable table) {
        byte[] digest = StartDigests.digest(SSTableJournal.whole(table.store()), secondsFromNow(60));
        assertNotNull(digest);
        return digest;
    }

    private static void record(ProtocolTable table) {
        table.insert(1);
        table.flush();
        StartDigests.record(table.store().getTracker(), table.store().getLiveSSTables());
    }

    private static Descriptor flushed() {
        ProtocolTable table = new ProtocolTable(ProtocolTable.ALL);
        table.insert(1);
        table.flush();
        return table.store().getLiveSSTables().iterator().next().descriptor;
    }

    /** Returns copies of the same files under many names, since SSTables are distinguished by name. */
    private List<Descriptor> copies(Descriptor flushed) throws IOException {
        List<Descriptor> copies = named(flushed);
        for (Descriptor copy : copies) {
            for (Component component : FILES) {
                Files.copy(
                        flushed.fileFor(component).toPath(),
                        copy.fileFor(component).toPath());
            }
        }
        return copies;
    }

    private List<Descriptor> named(Descriptor flushed) {
        List<Descriptor> named = new ArrayList<>();
        for (int number = 1; number <= MANY; number++) {
            named.add(new Descriptor(
                    flushed.version,
                    new File(directory),
                    flushed.ksname,
                    flushed.cfname,
                    new SequenceBasedSSTableId(number)));
        }
        return named;
    }

    private static void deleteAll(List<Descriptor> sstables) throws IOException {
        for (Descriptor sstable : sstables) {
            for (Component component : FILES) {
                Files.delete(sstable.fileFor(component).toPath());
            }
        }
    }

    private static long secondsFromNow(long seconds) {
        return System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    }
}
