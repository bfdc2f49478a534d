package org.ssdtier.benchmarks.device.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.Needed;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.node.lifetimes.Lifetime;
import org.ssdtier.node.lifetimes.WriteHints;
import org.ssdtier.segmentlog.checks.Polling;

/** Tests of a mounted drive with its resolver; skipped where no device can be emulated. */
@Tag("integration")
final class StreamDeviceIT {
    private static final int MEBIBYTE = 1 << 20;
    private static final int SECTORS_PER_MEBIBYTE = 256;

    @TempDir
    private Path directory;

    private static void write(Path file, Lifetime lifetime, int mebibytes) throws IOException {
        Files.createFile(file);
        assertNull(WriteHints.set(file.toString(), lifetime));
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int i = 0; i < mebibytes; i++) {
                channel.write(ByteBuffer.allocate(MEBIBYTE));
            }
            channel.force(false);
        }
    }

    /** The bytes of every file are found and go to the stream of its lifetime, deletions arrive as discards, and the trace has all of it. */
    @Test
    void writes_areResolved_deletionsAreDiscarded_theTraceReplaysThem() throws Exception {
        DeviceRegistry host =
                DeviceRegistry.open(Checkout.locate(), directory.toRealPath().resolve("records"), line -> {});
        Needed.drives(host);
        FlashDrive drive = new FlashDrive(StreamMapping.MULTI_DATA, true, 0.2, 0, 2, 16);
        Path trace = directory.resolve("it.trace");
        long written;
        try (StreamDevice device = StreamDevice.up(host, "streams-it", drive, 128L * MEBIBYTE, trace)) {
            StreamFigures begin = device.streams();
            write(device.mountPoint().resolve("first"), Lifetime.SHORT, 24);
            write(device.mountPoint().resolve("second"), Lifetime.EXTREME, 8);
            device.sync();
            StreamFigures figures = device.streams().since(begin);
            assertEquals(32 * SECTORS_PER_MEBIBYTE, figures.fileSectors());
            assertEquals(0, figures.unknownSectors());
            assertEquals(24 * SECTORS_PER_MEBIBYTE, figures.hintSectors().get((int) Lifetime.SHORT.value()));
            assertEquals(8 * SECTORS_PER_MEBIBYTE, figures.hintSectors().get((int) Lifetime.EXTREME.value()));
            assertEquals(24 * SECTORS_PER_MEBIBYTE, figures.streams().get(1).writtenSectors());
            assertEquals(8 * SECTORS_PER_MEBIBYTE, figures.streams().get(4).writtenSectors());
            device.dropPageCache();
            Files.delete(device.mountPoint().resolve("first"));
            device.sync();
            Polling.value(
                    "trimmed sectors",
                    () -> device.flash().trimmedSectors(),
                    trimmed -> trimmed >= 24 * SECTORS_PER_MEBIBYTE);
            write(device.mountPoint().resolve("third"), Lifetime.MEDIUM, 4);
            device.modelOn();
            assertEquals(
                    36 * SECTORS_PER_MEBIBYTE, device.streams().since(begin).fileSectors());
            written = device.streams().fileSectors();
        }
        ReplayResult replayed = Replay.of(trace, 0, 10).on(drive, host);
        assertTrue(replayed.total().isComplete());
        assertTrue(replayed.total().trimmedSectors() >= 24 * SECTORS_PER_MEBIBYTE, replayed.toString());
        double files = replayed.total().hostSectors()
                * (1 - replayed.total().systemShare() - replayed.total().unknownShare());
        assertEquals(written, Math.round(files));
        assertEquals(replayed, Replay.of(trace, 0, 10).on(drive, host));
        assertFiguresAreOfWhatIsAskedFor(trace, drive, host, replayed.total().hostSectors());
        assertRoomIsThatOfTheDrive(trace, host);
    }

    /** Writes that only make the drive ready, and those of files that are left out, are in no figure. */
    private void assertFiguresAreOfWhatIsAskedFor(Path trace, FlashDrive drive, DeviceRegistry host, long all)
            throws IOException {
        long rest = Replay.of(trace, 16, 10).on(drive, host).total().hostSectors();
        assertEquals(all - 16 * SECTORS_PER_MEBIBYTE, rest, SECTORS_PER_MEBIBYTE);
        TracedFile third = TracedFile.of(trace, host).stream()
                .filter(file -> file.path().equals("/third"))
                .findFirst()
                .orElseThrow();
        // an interval of a millisecond: each write of this drive takes longer
        ReplayResult fine = Replay.of(trace, 0, 0.001).on(drive, host);
        double last = fine.intervals().get(fine.intervals().size() - 1).hostMebibytes();
        assertEquals(all / (double) SECTORS_PER_MEBIBYTE, last, 2);
        double seconds = fine.intervals().stream()
                .mapToDouble(ReplayResult.Interval::seconds)
                .sum();
        assertTrue(seconds <= fine.total().seconds(), fine.toString());
        Path table = Files.writeString(directory.resolve("files"), third.number() + " -1\n");
        ReplayResult without = Replay.of(trace, 0, 10).on(drive, table, host);
        assertEquals(all - third.sectors(), without.total().hostSectors());
        assertThrows(IOException.class, () -> Replay.of(trace, 1_000, 10).on(drive, host));
    }

    /** The check that is made before anything is loaded refuses the drives that the program refuses, and no others. */
    private static void assertRoomIsThatOfTheDrive(Path trace, DeviceRegistry host) {
        List<Boolean> fits = new ArrayList<>();
        for (StreamMapping mapping : List.of(StreamMapping.NORMAL, StreamMapping.of("001237"))) {
            for (int unitPages : List.of(7, 16, 17, 32, 57, 58)) {
                for (double fill : List.of(0.0, 0.3, 0.7)) {
                    FlashDrive drive = new FlashDrive(mapping, true, 0.07, fill, 2, unitPages);
                    boolean taken = replays(trace, drive, host);
                    assertEquals(taken, drive.hasRoomFor(128L * MEBIBYTE), drive.toString());
                    fits.add(taken);
                }
            }
        }
        assertTrue(fits.contains(true) && fits.contains(false), fits.toString());
    }

    private static boolean replays(Path trace, FlashDrive drive, DeviceRegistry host) {
        try {
            Replay.of(trace, 0, 10).on(drive, host);
            return true;
        } catch (IOException e) {
            assertTrue(String.valueOf(e.getMessage()).contains("size_bytes"), e.getMessage());
            return false;
        }
    }
}
