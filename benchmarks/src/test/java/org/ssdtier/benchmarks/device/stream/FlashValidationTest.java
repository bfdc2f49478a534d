package org.ssdtier.benchmarks.device.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.Needed;
import org.ssdtier.benchmarks.node.Checkout;

/** Tests of the C programs without a device; skipped on a machine without a C compiler. */
@Tag("unit")
final class FlashValidationTest {
    @TempDir
    private Path directory;

    @Test
    void translationLayer_agreesWithClosedForms() throws Exception {
        Needed.program("cc");
        DeviceRegistry host = DeviceRegistry.open(Checkout.locate(), directory, line -> {});
        FlashValidation validation = FlashValidation.run(host.streamPrograms());
        assertTrue(validation.isGood(), validation.toString());
        for (FlashValidation.Case each : validation.cases()) {
            double expected = each.load().equals("sequential") ? 1 : each.expected();
            assertEquals(1, each.measured() / expected, each.load().equals("sequential") ? 0 : 0.02, each.toString());
        }
        assertEquals(13, validation.cases().size());
    }
}
