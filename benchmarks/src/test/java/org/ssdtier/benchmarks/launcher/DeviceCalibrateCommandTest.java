package org.ssdtier.benchmarks.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.device.DeviceProfile;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.node.Checkout;
import picocli.CommandLine;

/** Tests of which drives {@code device calibrate} calibrates. */
@Tag("unit")
final class DeviceCalibrateCommandTest {
    @TempDir
    private Path directory;

    /** Checked by removal: without that, a whole drive is calibrated in place of a nearly full one. */
    @Test
    void fill_isThatOfTheCalibratedDrives() throws IOException {
        List<DeviceProfile> profiles = chosen("--profile", "hdd-7200", "--profile", "ssd-sata", "--fill", "0.94");
        assertEquals(
                List.of("hdd-7200-fill-0.94", "ssd-sata-fill-0.94"),
                profiles.stream().map(DeviceProfile::name).toList());
        for (DeviceProfile profile : profiles) {
            assertEquals("0.94", profile.model().get("fill"));
            assertEquals(0.05, profile.share());
        }
    }

    @Test
    void withoutFill_theDrivesAreWhole() throws IOException {
        assertEquals(1, chosen("--profile", "hdd-7200").get(0).share());
        assertEquals(7, chosen().size());
    }

    @Test
    void fill_ofADriveWithout_isRefused() {
        String refused = assertThrows(
                        IllegalArgumentException.class, () -> chosen("--profile", "gp3-3000", "--fill", "0.5"))
                .getMessage();
        assertTrue(refused.contains("profile=gp3-3000: has no fill level"), refused);
    }

    private List<DeviceProfile> chosen(String... words) throws IOException {
        DeviceCalibrateCommand command = new DeviceCalibrateCommand();
        new CommandLine(command).parseArgs(words);
        return command.chosen(DeviceRegistry.open(Checkout.locate(), directory, line -> {}));
    }
}
