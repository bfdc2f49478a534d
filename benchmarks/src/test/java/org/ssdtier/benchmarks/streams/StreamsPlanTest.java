package org.ssdtier.benchmarks.streams;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.device.ByteSize;
import org.ssdtier.benchmarks.device.stream.FlashDrive;
import org.ssdtier.benchmarks.device.stream.StreamMapping;

@Tag("unit")
final class StreamsPlanTest {
    private static final long MEBIBYTE = 1L << 20;

    private static StreamsPlan plan(long mebibytes, int dies) {
        return StreamsPlan.of(mebibytes * MEBIBYTE, 0.5, dies, 3, 1);
    }

    /** Table and tier together take what the table alone takes without one: 2 GiB with a tier of 128 MiB. */
    @Test
    void rows_leaveRoomForTheTier() {
        StreamsPlan plan = plan(2_048, 1);
        assertEquals(plan.rows(), plan.rowsOf(OnlineArm.NORMAL));
        assertEquals(plan.rows() * 7.0 / 8, plan.rowsOf(OnlineArm.ROW_CACHE), 1);
    }

    @Test
    void drivesOfOtherRoom_areAllPairs() {
        List<FlashDrive> drives = plan(2_048, 1).drivesOfOtherRoom(StreamMapping.MULTI_LOG);
        assertEquals(12, drives.size());
        assertEquals(12, drives.stream().distinct().count());
        assertTrue(drives.stream().allMatch(drive -> drive.mapping().equals(StreamMapping.MULTI_LOG)));
    }

    /** A run of minutes must not end at a replay that has more streams than the drive of the node. */
    @Test
    void drive_tooSmallForEightStreams_isRefusedBeforeTheRun() {
        plan(2_048, 1).requireRoom();
        StreamsPlan small = plan(256, 1);
        String message =
                assertThrows(IllegalArgumentException.class, small::requireRoom).getMessage();
        assertTrue(message.startsWith("size=256MiB: allowed is "), message);
        assertTrue(message.contains("streams=8 dies=1 "), message);
        long least = ByteSize.parse("size", message.replaceFirst(".*allowed is (\\w+) or more.*", "$1"));
        StreamsPlan.of(least, 0.5, 1, 3, 1).requireRoom();
    }
}
