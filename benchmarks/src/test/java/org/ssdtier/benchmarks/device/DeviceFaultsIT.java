package org.ssdtier.benchmarks.device;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.node.ToolResult;
import org.ssdtier.segmentlog.checks.Polling;

/** Tests of the faults of a real device. Skipped without root and FUSE. */
@Tag("integration")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
final class DeviceFaultsIT {
    private static final long SIZE = 128L << 20;
    private static final int BLOCK = 4096;
    private static final int BLOCKS = 256;

    private final Machine machine = new LinuxMachine();
    private DeviceRegistry host;
    private Optional<String> obstacle = Optional.empty();
    private EmulatedDevice device;
    private Path scratch;
    private Path file;

    @BeforeAll
    void makeDevice(@TempDir Path directory) throws IOException {
        scratch = directory;
        Path records = Files.createDirectories(directory.toRealPath().resolve("records"));
        host = DeviceRegistry.open(Checkout.locate(), records, line -> {});
        obstacle = host.obstacle();
        if (obstacle.isEmpty()) {
            device = host.up(DeviceRequest.of("faulty", host.profile("none"), 1, SIZE));
            file = device.mountPoint().resolve("file");
        }
    }

    @AfterAll
    void takeDown() throws IOException {
        if (device != null) {
            device.close();
        }
    }

    @BeforeEach
    void writeTheFile() throws IOException {
        Needed.absent(obstacle);
        assertEquals(0, write(filled((byte) 1)).exitCode());
    }

    @Test
    void readErrors_failReads_notWrites() throws IOException {
        device.beginFault(FaultSetting.of(DeviceFault.READ_ERROR));
        assertTrue(read().output().contains("Input/output error"));
        assertEquals(0, write(filled((byte) 2)).exitCode());
        assertTrue(device.faultHits() > 0);
        device.endFault();
        assertArrayEquals(filled((byte) 2), content());
    }

    @Test
    void writeErrors_failWrites_notReads_andTheFileSystemIsMended() throws IOException {
        device.beginFault(FaultSetting.of(DeviceFault.WRITE_ERROR));
        assertTrue(write(filled((byte) 2)).output().contains("Input/output error"));
        assertEquals(0, read().exitCode());
        device.endFault();
        assertEquals(0, write(filled((byte) 3)).exitCode());
        assertArrayEquals(filled((byte) 3), content());
    }

    @Test
    void errorsOfAShare_areOfTheSameBlocksAgain() throws IOException {
        FaultSetting setting =
                FaultSetting.of(DeviceFault.IO_ERROR).withShare(0.1).withSeed(7);
        device.beginFault(setting);
        List<Boolean> first = readableBlocks();
        device.beginFault(setting);
        assertEquals(first, readableBlocks());
        assertTrue(first.contains(true) && first.contains(false), first.toString());
        device.endFault();
    }

    @Test
    void latency_slowsEveryRequest() throws IOException {
        Duration delay = Duration.ofMillis(50);
        device.beginFault(new FaultSetting(DeviceFault.LATENCY, 1, delay, 1));
        long begin = System.nanoTime();
        assertArrayEquals(filled((byte) 1), content());
        assertTrue(System.nanoTime() - begin >= delay.toNanos());
        device.endFault();
    }

    @Test
    void hang_answersNothing_untilItEnds() throws Exception {
        device.beginFault(FaultSetting.of(DeviceFault.HANG));
        CompletableFuture<byte[]> content = CompletableFuture.supplyAsync(() -> {
            try {
                return content();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
        Polling.until("a request that hangs", () -> device.faultHits() > 0);
        assertFalse(content.isDone());
        device.endFault();
        assertArrayEquals(filled((byte) 1), content.get(30, TimeUnit.SECONDS));
    }

    @Test
    void flippedBits_areOfTheReadsOnly() throws IOException {
        device.beginFault(FaultSetting.of(DeviceFault.BIT_FLIP));
        byte[] seen = content();
        byte[] right = filled((byte) 1);
        int bits = 0;
        for (int i = 0; i < seen.length; i++) {
            bits += Integer.bitCount((seen[i] ^ right[i]) & 0xFF);
        }
        assertEquals(BLOCKS, bits);
        device.endFault();
        assertArrayEquals(right, content());
    }

    @Test
    void tornWrites_areAcknowledged_andDoneInPart() throws IOException {
        device.beginFault(FaultSetting.of(DeviceFault.TORN_WRITE));
        assertEquals(0, write(filled((byte) 2)).exitCode());
        byte[] seen = content();
        assertFalse(Arrays.equals(filled((byte) 1), seen));
        assertFalse(Arrays.equals(filled((byte) 2), seen));
        device.endFault();
        assertArrayEquals(seen, content());
    }

    @Test
    void lostWrites_areAcknowledged_andNotDone() throws IOException {
        device.beginFault(FaultSetting.of(DeviceFault.LOST_WRITE));
        assertEquals(0, write(filled((byte) 2)).exitCode());
        assertArrayEquals(filled((byte) 1), content());
        device.endFault();
        assertArrayEquals(filled((byte) 1), content());
    }

    @Test
    void noSpace_isGivenBack() throws IOException {
        Path more = device.mountPoint().resolve("more");
        device.beginFault(FaultSetting.of(DeviceFault.NO_SPACE));
        assertTrue(dd("if=/dev/zero", "of=" + more, "bs=4k", "count=8").output().contains("No space left"));
        assertEquals(0, write(filled((byte) 2)).exitCode());
        device.endFault();
        assertEquals(0, dd("if=/dev/zero", "of=" + more, "bs=4k", "count=8").exitCode());
    }

    @Test
    void readOnly_refusesWrites_ofOpenFilesToo() throws IOException {
        device.beginFault(FaultSetting.of(DeviceFault.READ_ONLY));
        assertTrue(write(filled((byte) 2)).output().contains("Read-only file system"));
        assertEquals(0, read().exitCode());
        device.endFault();
        assertEquals(0, write(filled((byte) 2)).exitCode());
    }

    @Test
    void gone_leavesAnEmptyDirectory_andAnotherProgramMendsIt() throws IOException {
        device.beginFault(FaultSetting.of(DeviceFault.GONE));
        assertFalse(Files.exists(file));
        assertEquals("gone", host.list().get(0).fault());
        host.clearLeftovers();
        device.endFault();
        assertArrayEquals(filled((byte) 1), content());
        assertEquals(DeviceFault.OFF, host.list().get(0).fault());
    }

    @Test
    void deviceThatHangs_isTakenDown() throws IOException {
        EmulatedDevice other = host.up(DeviceRequest.of("stuck", host.profile("none"), 1, SIZE));
        other.beginFault(FaultSetting.of(DeviceFault.HANG));
        other.close();
        assertEquals(1, host.list().size());
    }

    private static byte[] filled(byte with) {
        byte[] content = new byte[BLOCKS * BLOCK];
        Arrays.fill(content, with);
        return content;
    }

    /** Overwrites the file with direct I/O and writes the file system's metadata. */
    private ToolResult write(byte[] content) throws IOException {
        Path source = scratch.resolve("source");
        Files.write(source, content);
        return dd("if=" + source, "of=" + file, "bs=64k", "oflag=direct", "conv=notrunc,fsync");
    }

    private ToolResult read() throws IOException {
        return dd("if=" + file, "of=/dev/null", "bs=64k", "iflag=direct");
    }

    /** Reads the file with direct I/O. */
    private byte[] content() throws IOException {
        Path copy = scratch.resolve("copy");
        ToolResult result = dd("if=" + file, "of=" + copy, "bs=64k", "iflag=direct");
        assertEquals(0, result.exitCode(), result.output());
        return Files.readAllBytes(copy);
    }

    private List<Boolean> readableBlocks() throws IOException {
        String script = "for i in $(seq 0 63); do dd if=\"$0\" of=/dev/null bs=4k skip=$i count=1 iflag=direct "
                + "2> /dev/null && echo true || echo false; done";
        return machine.require("sh", "-c", script, file.toString())
                .lines()
                .map(Boolean::valueOf)
                .toList();
    }

    private ToolResult dd(String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of("dd", "status=none"));
        command.addAll(List.of(words));
        return machine.run(command);
    }
}
