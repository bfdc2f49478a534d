package org.ssdtier.benchmarks.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.node.Checkout;

@Tag("unit")
final class DeviceProfileTest {
    private static final String GOOD =
            """
            description=a disk
            kind=hdd
            spindles=2
            model.rpm=7200
            filled.share=0.1
            filled.inner_share=0.5
            queue.scheduler=none
            calibrate.spindles=1, 2
            """;

    @TempDir
    private Path directory;

    @Test
    void profile_isReadWhole() throws Exception {
        DeviceProfile profile = read(GOOD);
        assertEquals("disk", profile.name());
        assertEquals(2, profile.spindles());
        assertEquals(List.of(1, 2), profile.calibratedSpindles());
        assertEquals(List.of("kind=hdd", "spindles=4", "rpm=7200"), profile.words(4));
        assertTrue(profile.hasHeads());
    }

    @Test
    void shippedProfiles_areSeven() throws Exception {
        Path shipped = Checkout.locate().root().resolve("benchmarks/device/profiles");
        assertEquals(
                List.of("gp3-16000", "gp3-3000", "hdd-10k", "hdd-15k", "hdd-7200", "none", "ssd-sata"),
                DeviceProfile.all(shipped).stream().map(DeviceProfile::name).toList());
        assertFalse(DeviceProfile.named(shipped, "none").hasModel());
        assertTrue(assertThrows(IllegalArgumentException.class, () -> DeviceProfile.named(shipped, "hdd"))
                .getMessage()
                .contains("allowed are gp3-16000, gp3-3000, hdd-10k"));
    }

    @Test
    void fillLevel_makesTheDeviceAPartOfALargerDrive() throws Exception {
        DeviceProfile full = read(GOOD).filled(0.75);
        assertEquals("disk-fill-0.75", full.name());
        assertEquals(
                List.of("kind=hdd", "spindles=2", "fill=0.75", "inner_share=0.5", "rpm=7200", "share=0.1"),
                full.words(2));
        assertEquals(0.1, full.share());
        assertEquals(1, read(GOOD).share());
        assertRefused("fill=0.95: allowed for profile disk is 0 to 0.9", read(GOOD), 0.95);
        assertRefused("fill=-0.1", read(GOOD), -0.1);
        assertRefused("fill=NaN", read(GOOD), Double.NaN);
        assertRefused("has no fill level", read(GOOD.replaceAll("filled.*\n", "")), 0.5);
    }

    @Test
    void dilation_isAWordOfTheDrive() throws Exception {
        DeviceProfile slow = read(GOOD).dilated(32);
        assertEquals("disk-dilated-32", slow.name());
        assertEquals(List.of("kind=hdd", "spindles=1", "dilation=32", "rpm=7200"), slow.words(1));
        assertEquals(32, slow.dilation());
        assertEquals(read(GOOD), read(GOOD).dilated(1));
        assertEquals(1, read(GOOD).dilation());
        for (int factor : new int[] {0, DeviceProfile.MAX_DILATION + 1}) {
            String message = assertThrows(
                            IllegalArgumentException.class, () -> read(GOOD).dilated(factor))
                    .getMessage();
            assertTrue(message.contains("dilation=" + factor + ": allowed is 1 to 1024"), message);
        }
    }

    private static void assertRefused(String message, DeviceProfile profile, double fill) {
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> profile.filled(fill));
        assertTrue(refused.getMessage().contains(message), refused.getMessage());
    }

    @Test
    void blockCache_addsTheNumbersOfItsSsd() throws Exception {
        Path shipped = Checkout.locate().root().resolve("benchmarks/device/profiles");
        DeviceProfile ssd = DeviceProfile.named(shipped, "ssd-sata");
        BlockCache cache = new BlockCache(8 << 20, 4_096, BlockCache.Policy.SMQ);
        DeviceProfile fronted = read(GOOD).fronted(ssd, cache);
        assertEquals("disk-block-4-smq", fronted.name());
        assertEquals(
                List.of(
                        "kind=hdd",
                        "spindles=2",
                        "dies=32",
                        "front_block_bytes=4096",
                        "front_bytes=8388608",
                        "front_cache_bytes=4194304",
                        "front_link_bytes_per_second=540e6",
                        "front_policy=1",
                        "overhead_micros=20",
                        "page_bytes=16384",
                        "program_micros=1100",
                        "read_micros=128",
                        "rpm=7200"),
                fronted.words(2));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> ssd.fronted(ssd, cache))
                .getMessage()
                .contains("profile=ssd-sata front=ssd-sata: allowed is an SSD in front of"));
    }

    @Test
    void mistakes_areNamed() {
        assertMistake(GOOD.replace("kind=hdd", "kind=tape"), "kind=tape: allowed is hdd, ssd, volume or none");
        assertMistake(GOOD.replace("kind=hdd\n", ""), "kind is missing");
        assertMistake(GOOD.replace("7200", "fast"), "model.rpm=fast: allowed is a number");
        assertMistake(GOOD.replace("7200", "-1"), "model.rpm=-1: allowed is a number from 0 up");
        assertMistake(GOOD.replace("spindles=2", "spindles=99"), "spindles=99: allowed");
        assertMistake(GOOD + "queue.depth=1\n", "queue.depth=1");
        assertMistake(GOOD + "heads=1\n", "heads=1");
    }

    @Test
    void sizes_areReadAndWritten() {
        assertEquals(8L << 30, ByteSize.parse("size", "8GiB"));
        assertEquals(512L << 20, ByteSize.parse("size", "512 mib"));
        assertEquals(4096, ByteSize.parse("size", "4096"));
        assertEquals("8GiB", ByteSize.format(8L << 30));
        assertEquals("1500MiB", ByteSize.format(1500L << 20));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> ByteSize.parse("size", "8GB"))
                .getMessage()
                .contains("size=8GB: allowed"));
    }

    private DeviceProfile read(String text) throws IOException {
        Path file = directory.resolve("disk.properties");
        Files.writeString(file, text);
        return DeviceProfile.read(file);
    }

    private void assertMistake(String text, String message) {
        IllegalArgumentException mistake = assertThrows(IllegalArgumentException.class, () -> read(text));
        assertTrue(mistake.getMessage().contains(message), mistake.getMessage());
    }
}
