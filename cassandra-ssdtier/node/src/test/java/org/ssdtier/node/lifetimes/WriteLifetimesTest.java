package org.ssdtier.node.lifetimes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.cassandra.schema.TableId;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
final class WriteLifetimesTest {
    private static final TableId TABLE = TableId.fromUUID(new UUID(1, 2));

    private final Map<String, Lifetime> set = new TreeMap<>();
    private final WriteLifetimes lifetimes =
            new WriteLifetimes(new WriteLifetimesOptions(new WriteLifetimesConfig()).plan(), (file, lifetime) -> {
                set.put(Path.of(file).getFileName().toString(), lifetime);
                return null;
            });

    @TempDir
    private Path directory;

    private String file(String name, int bytes) throws IOException {
        return Files.write(directory.resolve(name), new byte[bytes]).toString();
    }

    private void write(String sstable, FileKind kind, int dataBytes, int indexBytes) throws IOException {
        String base = directory.resolve(sstable).toString();
        lifetimes.sstableBegins(base, TABLE, kind);
        lifetimes.fileCreated(file(sstable + "-Data.db", dataBytes));
        lifetimes.fileCreated(file(sstable + "-Index.db", indexBytes));
        lifetimes.sstableEnds(base);
    }

    @Test
    void files_ofAnSstable_haveItsLifetimeAndAreCounted() throws IOException {
        write("nb-1-big", FileKind.FLUSH, 1000, 50);
        assertEquals(Map.of("nb-1-big-Data.db", Lifetime.MEDIUM, "nb-1-big-Index.db", Lifetime.MEDIUM), set);
        LifetimeCounters counters = lifetimes.counters();
        assertEquals(2, counters.files(FileKind.FLUSH));
        assertEquals(1050, counters.bytes(FileKind.FLUSH));
        assertEquals(50, counters.indexBytes(FileKind.FLUSH));
        assertEquals(1050, counters.bytes());
    }

    @Test
    void files_ofNoSstableBeingWritten_haveNone() throws IOException {
        write("nb-1-big", FileKind.FLUSH, 1, 1);
        set.clear();
        lifetimes.fileCreated(file("nb-1-big-Statistics.db", 1));
        lifetimes.fileCreated(file("nb-2-big-Data.db", 1));
        lifetimes.fileCreated(file("paxos.log", 1));
        assertEquals(Map.of(), set);
    }

    @Test
    void baseOf_isThePathUpToTheComponent() {
        assertEquals("/d-1/t-2/nb-1-big", WriteLifetimes.baseOf("/d-1/t-2/nb-1-big-Data.db"));
        assertEquals("/d/da-3gcs_1a2b-bti", WriteLifetimes.baseOf("/d/da-3gcs_1a2b-bti-SAI+aa+x-y.db"));
        assertNull(WriteLifetimes.baseOf("/a-b-c-d/CommitLog-8-1.log"));
    }

    /** The mean of flushed SSTables decides on the tier of a compaction. */
    @Test
    void compaction_isRelativeToTheTablesFlushes() throws IOException {
        assertEquals(FileKind.COMPACTION_1, lifetimes.compaction(TABLE, 0, 64_000, () -> 0));
        assertEquals(FileKind.COMPACTION_3, lifetimes.compaction(TABLE, 0, 64_000, () -> 1000));
        write("nb-1-big", FileKind.FLUSH, 4000, 50);
        write("nb-2-big", FileKind.FLUSH, 0, 50);
        assertEquals(FileKind.COMPACTION_2, lifetimes.compaction(TABLE, 0, 64_000, () -> 1000));
        assertEquals(FileKind.COMPACTION_4, lifetimes.compaction(TABLE, 7, 64_000, () -> 1000));
    }

    @Test
    void refusal_isCountedAndChangesNothingElse() throws IOException {
        WriteLifetimes refusing = new WriteLifetimes(lifetimes.plan(), (file, lifetime) -> "[22] Invalid argument");
        refusing.opened(FileKind.COMMIT_LOG, file("CommitLog-8-1.log", 1));
        refusing.completed(FileKind.COMMIT_LOG, 1);
        assertEquals(1, refusing.refused());
        assertEquals(1, refusing.counters().bytes(FileKind.COMMIT_LOG));
    }

    @Test
    void segments_areCountedAsTheyAreWritten() throws IOException {
        lifetimes.segments(FileKind.ROW_CACHE).opened(Path.of(file("segment-00000", 1)));
        lifetimes.segments(FileKind.ROW_CACHE).written(4096);
        lifetimes.segments(FileKind.SCHEMA_CATALOGUE).opened(Path.of(file("segment-00001", 1)));
        assertEquals(Map.of("segment-00000", Lifetime.MEDIUM, "segment-00001", Lifetime.EXTREME), set);
        assertEquals(4096, lifetimes.counters().bytes(FileKind.ROW_CACHE));
    }
}
