package org.ssdtier.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.load.RowShape;
import org.ssdtier.benchmarks.node.CassandraRelease;
import org.ssdtier.benchmarks.report.Json;

@Tag("unit")
final class DatasetTest {
    private static final String METADATA =
            """
            SSTable: /data/bench/usertable-1/nb-%d-big
            Partitioner: org.apache.cassandra.dht.Murmur3Partitioner
            Estimated droppable tombstones: 0.0
            SSTable Level: %d
            Repaired at: 0
            """;

    @TempDir
    private Path directory;

    /** Another release, or another format, may write the same rows otherwise. */
    @Test
    void directory_isOfRowsAndSeed_releaseAndFormat_andOptionsOfTheTable() {
        Scale lcs = Scale.named("small").withCompaction(Compaction.LCS);
        assertEquals(
                directory.resolve("map-rows-500000-seed-7-cassandra-" + CassandraRelease.version() + "-big-lcs"),
                new Dataset(directory, RowShape.MAP, lcs, 7).directory());
        assertNotEquals(
                new Dataset(directory, RowShape.MAP, lcs, 7).directory(),
                new Dataset(directory, RowShape.MAP, Scale.named("small"), 7).directory());
    }

    @Test
    void layout_hasSizeAndLevelOfEachSSTable_theLargestFirst() throws IOException {
        Layout layout = Layout.of(
                List.of(file("nb-1-big-Data.db", 30), file("nb-2-big-Data.db", 50)),
                METADATA.formatted(1, 0) + METADATA.formatted(2, 2));
        assertEquals(List.of(new Layout.SSTable(50, 2), new Layout.SSTable(30, 0)), layout.sstables());
    }

    @Test
    void layout_ofAnSSTableWithoutLevel_isRefused() throws IOException {
        Path file = file("nb-1-big-Data.db", 30);
        String message = assertThrows(IOException.class, () -> Layout.of(List.of(file), "No such file: x"))
                .getMessage();
        assertTrue(message.contains("sstables=1 levels=0") && message.contains("No such file: x"), message);
    }

    @Test
    void digest_isThatOfTheLayout_notOfTheOrder() {
        Layout.SSTable large = new Layout.SSTable(50, 0);
        Layout.SSTable small = new Layout.SSTable(30, 0);
        Layout layout = Layout.of(List.of(large, small));
        assertEquals(16, layout.digest().length());
        assertEquals(layout, Layout.of(List.of(small, large)));
        for (Layout other : List.of(
                Layout.of(List.of(large)),
                Layout.of(List.of(large, small, small)),
                Layout.of(List.of(large, new Layout.SSTable(31, 0))),
                Layout.of(List.of(large, new Layout.SSTable(30, 1))))) {
            assertNotEquals(layout.digest(), other.digest());
        }
    }

    @Test
    void facts_areReadAsWritten_alsoThoseOfEarlierVersions() throws IOException {
        Path file = directory.resolve("ready.json");
        Dataset.Facts facts = new Dataset.Facts(
                1_000, 90, 2, Layout.of(List.of(new Layout.SSTable(50, 0), new Layout.SSTable(30, 1))));
        Json.write(file, facts);
        assertEquals(facts, Json.read(file, Dataset.Facts.class));
        Files.writeString(file, "{\"rows\": 1000, \"bytes\": 90, \"sstables\": 2}");
        assertEquals(new Dataset.Facts(1_000, 90, 2), Json.read(file, Dataset.Facts.class));
        assertNull(Json.read(file, Dataset.Facts.class).layout());
    }

    /** Slots of one result on different SSTables would be compared as if they were on the same. */
    @Test
    void resultBegunOnOtherSSTables_isNotContinued() throws IOException {
        Dataset.Facts begun = new Dataset.Facts(1_000, 90, 1, Layout.of(List.of(new Layout.SSTable(50, 0))));
        Dataset.Facts other = new Dataset.Facts(1_000, 90, 1, Layout.of(List.of(new Layout.SSTable(51, 0))));
        begun.requireLayoutOf(begun);
        other.requireLayoutOf(new Dataset.Facts(1_000, 90, 1));
        new Dataset.Facts(1_000, 90, 1).requireLayoutOf(begun);
        String message = assertThrows(IOException.class, () -> other.requireLayoutOf(begun))
                .getMessage();
        String digest = Objects.requireNonNull(begun.layout()).digest();
        assertTrue(message.contains(digest), message);
        assertTrue(message.contains(Objects.requireNonNull(other.layout()).digest()), message);
        assertTrue(message.contains("--dir"), message);
        assertEquals(", layout " + digest, begun.layoutWords());
        assertEquals("", new Dataset.Facts(1_000, 90, 1).layoutWords());
    }

    private Path file(String name, int bytes) throws IOException {
        return Files.write(directory.resolve(name), new byte[bytes]);
    }
}
