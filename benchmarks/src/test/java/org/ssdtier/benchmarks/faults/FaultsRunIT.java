package org.ssdtier.benchmarks.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.cli.Features;
import org.ssdtier.benchmarks.device.DeviceFault;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.Needed;
import org.ssdtier.benchmarks.node.Checkout;

/** Tests of two faults where drives can be emulated; elsewhere tests the message that lists what is missing. */
@Tag("integration")
final class FaultsRunIT {
    @TempDir
    private Path directory;

    /** Checked by removal: key indexes that keep their files open keep a failed file system from being unmounted. */
    @Test
    void deviceThatFails_costsNoClientAnything_andTheTierComesBack() throws Exception {
        FaultsOptions options = new FaultsOptions(
                List.of(DeviceFault.IO_ERROR, DeviceFault.READ_ONLY),
                false,
                new FaultsOptions.Times(2, 1, 4, 60),
                1,
                800,
                2_048,
                new Features(false, true),
                "none",
                "384M",
                1,
                directory.resolve("trial"));
        Path records = Files.createDirectories(directory.toRealPath().resolve("records"));
        DeviceRegistry host = DeviceRegistry.open(Checkout.locate(), records, line -> {});
        FaultsRun run = new FaultsRun(options, host, line -> {});
        Optional<String> obstacle = host.obstacle();
        if (obstacle.isPresent()) {
            IOException refused = assertThrows(IOException.class, run::run);
            assertEquals(obstacle.get(), refused.getMessage());
        }
        Needed.absent(obstacle);
        FaultsResult result = run.run();
        FaultOutcome ofDrive = result.outcomes().get(0);
        assertTrue(ofDrive.hits() > 0 && ofDrive.counters().get("ioErrors") > 0, ofDrive::toString);
        for (FaultOutcome outcome : result.outcomes()) {
            assertTrue(outcome.isRight(), () -> result.toMap(Map.of()).toString());
            assertTrue(outcome.onlineSeconds().isPresent(), outcome::toString);
            for (Phase phase : List.of(Phase.BEFORE, Phase.DURING, Phase.AFTER)) {
                assertTrue(outcome.reads().get(phase).reads() > 0, outcome::toString);
            }
            assertEquals("", outcome.problem());
            assertTrue(outcome.counters().get("key_index_files") > 0, outcome::toString);
        }
    }
}
