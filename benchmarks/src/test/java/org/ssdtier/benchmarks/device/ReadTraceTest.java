package org.ssdtier.benchmarks.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class ReadTraceTest {
    private static final FileExtents FILES = FileExtents.parse(
            """
            Filesystem type is: ef53
            File size of /mnt/data/nb-1-big-Data.db is 8703 (3 blocks of 4096 bytes)
             ext:     logical_offset:        physical_offset: length:   expected: flags:
               0:        0..       0:        100..       100:      1:
               1:        1..       2:        200..       201:      2:        101: last,eof
            /mnt/data/nb-1-big-Data.db: 2 extents found
            File size of /mnt/data/nb-1-big-Index.db is 10 (1 block of 4096 bytes)
             ext:     logical_offset:        physical_offset: length:   expected: flags:
               0:        0..       0:        101..       101:      1:             last,eof
            /mnt/data/nb-1-big-Index.db: 1 extent found
            File size of /mnt/data/empty is 0 (0 blocks of 4096 bytes)
            /mnt/data/empty: 0 extents found
            """);

    private static final FileExtents NONE = FileExtents.parse("");

    @Test
    void fileAt_firstAndLastSectorOfEachExtent() {
        assertEquals(Optional.empty(), FILES.fileAt(799));
        assertEquals(Optional.of("nb-1-big-Data.db"), FILES.fileAt(800));
        assertEquals(Optional.of("nb-1-big-Data.db"), FILES.fileAt(807));
        assertEquals(Optional.of("nb-1-big-Index.db"), FILES.fileAt(808));
        assertEquals(Optional.empty(), FILES.fileAt(816));
        assertEquals(Optional.of("nb-1-big-Data.db"), FILES.fileAt(1_615));
        assertEquals(Optional.empty(), FILES.fileAt(1_616));
    }

    @Test
    void parse_readsWithTheirThreadsAndFiles() {
        String text =
                """
                # tracer: nop
                #
                # entries-in-buffer/entries-written: 3/3   #P:2
                #
                     ReadStage-1-4711    [001] .....  4077.123456: block_bio_queue: 7,3 R 800 + 8 [ReadStage-1]
                 CompactionExecu-4712    [000] d..1.  4077.123789: block_bio_queue: 7,3 RA 1600 + 16 [CompactionExecu]
                         a thread-1-12   [000] d..1.  4077.123999: block_bio_queue: 7,3 RM 4 + 8 [a thread-1]
                """;
        assertEquals(
                Optional.of(List.of(
                        new TracedRead("ReadStage-1", 4711, "nb-1-big-Data.db", 800, 8),
                        new TracedRead("CompactionExecu", 4712, "nb-1-big-Data.db", 1_600, 16),
                        new TracedRead("a thread-1", 12, "", 4, 8))),
                ReadTrace.parse(text, FILES, NONE));
    }

    /** A file that was made meanwhile is only known at the end. */
    @Test
    void parse_fileThatIsOnlyKnownAtTheEnd_isFound() {
        String text = "ReadStage-1-4711 [001] ..... 4077.1: block_bio_queue: 7,3 R 808 + 8 [ReadStage-1]\n";
        assertEquals(
                "nb-1-big-Index.db",
                ReadTrace.parse(text, NONE, FILES).orElseThrow().get(0).file());
    }

    @Test
    void parse_lostEvents_isNoTrace() {
        assertTrue(ReadTrace.parse("# entries-in-buffer/entries-written: 3/4   #P:2\n", FILES, NONE)
                .isEmpty());
    }
}
