package org.ssdtier.benchmarks.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.device.stream.TracedFile;

@Tag("unit")
final class TierStreamsTest {
    @Test
    void files_haveStreamsByKindAndSize() {
        List<TracedFile> files = List.of(
                new TracedFile(1, 2, 1_000, "/commitlog/CommitLog-8-1.log"),
                new TracedFile(2, 3, 90, "/data/bench/usertable-1/nb-1-big-Data.db"),
                new TracedFile(3, 3, 10, "/data/bench/usertable-1/nb-1-big-Index.db"),
                new TracedFile(4, 4, 400, "/data/bench/usertable-1/nb-5-big-Data.db"),
                new TracedFile(5, 5, 1_500, "/data/bench/usertable-1/nb-6-big-Data.db"),
                new TracedFile(6, 5, 100, "/data/bench/usertable-1/nb-6-big-Index.db"),
                new TracedFile(7, 5, 900_000, "/data/bench/usertable-1/nb-7-big-Data.db"),
                new TracedFile(8, 3, 2_048, "/row_cache/segment-1"),
                new TracedFile(9, 0, 5, "/data/system/local-1/manifest"),
                new TracedFile(10, 0, 7, "/row_cache/journal-1"),
                // its flushed SSTables say nothing about those of other tables
                new TracedFile(11, 3, 1, "/data/system/local-1/nb-1-big-Data.db"),
                // of the second level: no larger than a flushed one
                new TracedFile(12, 5, 100, "/data/bench/levelled-1/nb-9-big-Data.db"),
                new TracedFile(13, 3, 100, "/data/bench/levelled-1/nb-8-big-Data.db"));
        assertEquals(
                List.of("1 1", "2 2", "3 2", "4 3", "5 4", "6 4", "7 6", "8 7", "11 2", "12 4", "13 2"),
                TierStreams.eight(files, TierStreams.ROW_CACHE));
        assertEquals(
                List.of("1 1", "2 2", "3 2", "4 3", "5 4", "6 4", "7 6", "8 -1", "10 -1", "11 2", "12 4", "13 2"),
                TierStreams.eight(files, TierStreams.LEFT_OUT));
    }
}
