package org.ssdtier.benchmarks.device.stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.device.DeviceProfile;

@Tag("unit")
final class FlashDriveTest {
    private static final DeviceProfile PROFILE = new DeviceProfile(
            "ssd-sata",
            "a drive",
            "ssd",
            Map.of("dies", "32", "read_micros", "128"),
            Map.of("erase_micros", "3500"),
            1,
            Map.of("scheduler", "none"),
            List.of(1));

    @Test
    void mapping_isNamedOrSixDigits() {
        assertEquals(StreamMapping.MULTI_DATA, StreamMapping.of("multi-data"));
        assertEquals(5, StreamMapping.of("multi-data").streams());
        assertEquals(1, StreamMapping.of("normal").streams());
        assertEquals(5, StreamMapping.of("detected").streams());
        assertEquals(8, StreamMapping.of("001237").streams());
        String wrong = assertThrows(IllegalArgumentException.class, () -> StreamMapping.of("multi"))
                .getMessage();
        assertTrue(wrong.contains("mapping=multi: allowed are normal, single"), wrong);
        assertThrows(IllegalArgumentException.class, () -> StreamMapping.of("00123"));
    }

    @Test
    void replayArguments_nameTheStreamsAndTheDrive() {
        FlashDrive drive = new FlashDrive(StreamMapping.MULTI_LOG, true, 0.14, 0.3, 2, 32);
        List<String> arguments = drive.withoutTrim().replayArguments(PROFILE);
        assertEquals(List.of("--map", "001222"), arguments.subList(0, 2));
        assertTrue(
                arguments.containsAll(List.of(
                        "kind=ssd",
                        "dies=2",
                        "erase_pages=32",
                        "erase_micros=3500",
                        "read_micros=128",
                        "spare_share=0.14",
                        "fill=0.3",
                        "share=0.7",
                        "streams=3",
                        "trim=0")),
                arguments.toString());
        assertEquals(
                List.of("--detect", "4"),
                drive.with(StreamMapping.DETECTED).replayArguments(PROFILE).subList(0, 2));
    }

    /** A drive of 256 MiB with 7 % more has 36 spare units of 512 KiB; eight streams on two dies keep 38. */
    @Test
    void room_isWhatOpenAndFreeUnitsLeave() {
        FlashDrive one = new FlashDrive(StreamMapping.NORMAL, true, 0.07, 0, 2, 32);
        FlashDrive eight = one.with(StreamMapping.of("001237"));
        assertTrue(one.hasRoomFor(256L << 20));
        assertFalse(eight.hasRoomFor(256L << 20));
        assertTrue(eight.withRoom(0.07, 0.5).hasRoomFor(256L << 20), "a part of a larger drive");
        one.requireRoomFor(256L << 20);
        String message = assertThrows(IllegalArgumentException.class, () -> eight.requireRoomFor(256L << 20))
                .getMessage();
        assertEquals(
                "size=256MiB: allowed is 272MiB or more: streams=8 dies=2 erase-unit=512KiB over-provisioning=0.07"
                        + " fill=0.00",
                message);
    }

    @Test
    void valuesOutOfRange_areRefused() {
        assertRefused("spare=0.0", 0, 0, 2, 32);
        assertRefused("fill=0.96", 0.07, 0.96, 2, 32);
        assertRefused("dies=65", 0.07, 0, 65, 32);
        assertRefused("unit-pages=0", 0.07, 0, 2, 0);
    }

    private static void assertRefused(String named, double spare, double fill, int dies, int unitPages) {
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> new FlashDrive(StreamMapping.NORMAL, true, spare, fill, dies, unitPages))
                .getMessage();
        assertTrue(message.startsWith(named + ": allowed is "), message);
    }
}
