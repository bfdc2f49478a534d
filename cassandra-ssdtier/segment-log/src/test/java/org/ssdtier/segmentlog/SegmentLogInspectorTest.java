package org.ssdtier.segmentlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.segmentlog.LogReport.Content;

/** Tests of the offline inspection of a directory. */
@Tag("unit")
class SegmentLogInspectorTest {
    @TempDir
    Path directory;

    private long writeLog() throws IOException {
        SegmentLog log = SegmentLog.open(directory, Records.TINY);
        long location = 0;
        for (long id = 0; id < 60; id++) {
            location = Records.append(log, id);
        }
        assertEquals(IoStatus.OK, log.cleanClose(Records.key(1)));
        return location;
    }

    @Test
    void inspect_ofSoundLog_findsEverything() throws IOException {
        writeLog();
        LogReport report = SegmentLogInspector.inspect(directory);
        assertTrue(report.isSound(), report.toText());
        assertEquals(60, report.validRecords());
        assertNotNull(report.manifest());
        assertTrue(report.manifest().isClean());
        assertEquals(8, report.segments().size());
        assertEquals(8, report.manifest().payloadBytes());
        assertTrue(report.toText().contains("60 valid records, 0 bad"), report.toText());
    }

    @Test
    void inspect_ofFlippedBit_findsTheBadRecord() throws IOException {
        writeLog();
        Path file = directory.resolve("segment-00000");
        byte[] bytes = Files.readAllBytes(file);
        bytes[4096 + 45] ^= 1;
        Files.write(file, bytes);
        LogReport report = SegmentLogInspector.inspect(directory);
        assertEquals(1, report.badRecords());
        assertEquals(59, report.validRecords());
        assertFalse(report.isSound());
    }

    @Test
    void inspect_ofTruncatedSegmentAndMissingManifest_saysBoth() throws IOException {
        writeLog();
        Files.delete(directory.resolve("manifest"));
        Path file = directory.resolve("segment-00001");
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 20_000));
        LogReport report = SegmentLogInspector.inspect(directory);
        assertEquals(Content.UNSEALED, report.segments().get(1).content());
        assertTrue(report.validRecords() > 0);
        assertTrue(report.problems().stream().anyMatch(p -> p.contains("its header says 32768")), report.toText());
        assertTrue(report.problems().stream().anyMatch(p -> p.contains("no readable copy")), report.toText());
        assertFalse(Files.exists(directory.resolve("manifest")), "an inspection writes nothing");
    }

    @Test
    void open_ofTruncatedSegment_losesOnlyIts() throws IOException {
        long last = writeLog();
        Path file = directory.resolve("segment-00000");
        Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 20_000));
        try (SegmentLog log = SegmentLog.open(directory, Records.TINY);
                RecordReader reader = log.acquireReader()) {
            assertEquals(ReadStatus.OK, log.read(last, 0, reader));
            assertTrue(log.recovery().segments() > 1);
        }
    }
}
