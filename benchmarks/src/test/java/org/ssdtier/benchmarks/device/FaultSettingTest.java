package org.ssdtier.benchmarks.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class FaultSettingTest {
    @Test
    void everyFault_isFoundByItsWord() {
        for (DeviceFault fault : DeviceFault.values()) {
            assertEquals(Optional.of(fault), DeviceFault.named(fault.toString()));
            assertTrue(DeviceFault.words().contains(fault.toString()));
        }
        assertEquals(Optional.of(DeviceFault.BIT_FLIP), DeviceFault.named(" Bit-Flip"));
        assertEquals(Optional.empty(), DeviceFault.named("smoke"));
    }

    @Test
    void words_areTheDrives() {
        FaultSetting setting = new FaultSetting(DeviceFault.TORN_WRITE, 0.25, Duration.ofMillis(3), 9);
        assertEquals("kind=torn-write share=0.25 delay_micros=3000 seed=9", setting.words());
        assertEquals(
                "kind=io-error share=1.0 delay_micros=2000000 seed=1",
                FaultSetting.of(DeviceFault.GONE).words());
    }

    @Test
    void figuresOutOfRange_areRefused() {
        FaultSetting setting = FaultSetting.of(DeviceFault.LATENCY);
        assertMessage("share=0.0: allowed above 0, up to 1", () -> setting.withShare(0));
        assertMessage("share=1.5: allowed above 0, up to 1", () -> setting.withShare(1.5));
        assertMessage("seed=-1: allowed 0 or more", () -> setting.withSeed(-1));
        assertMessage(
                "seconds=0.0: allowed 0.000001 to 3600",
                () -> new FaultSetting(DeviceFault.LATENCY, 1, Duration.ZERO, 1));
    }

    private static void assertMessage(String message, org.junit.jupiter.api.function.Executable refused) {
        assertEquals(
                message, assertThrows(IllegalArgumentException.class, refused).getMessage());
    }
}
