package org.ssdtier.benchmarks.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class DriveTimeTest {
    @Test
    void clock_becomesTheDrivesTime() {
        DriveTime time = new DriveTime(32);
        assertEquals(0.9375, time.seconds(30));
        Histogram micros = new Histogram(3);
        micros.recordValueWithCount(64_000, 10);
        assertEquals(2_000.0, (double) time.latency(micros).p50Micros(), 2.0);
        assertEquals(30, new DriveTime(1).seconds(30));
        assertEquals(64_000.0, (double) new DriveTime(1).latency(micros).p50Micros(), 64.0);
    }

    @Test
    void durations_areThoseOfUndilatedDrives_orLonger_withinTheirLimits() {
        assertEquals("30s 1s 15s 50ms", words(new DriveTime(1)));
        assertEquals("50s 10s 480s 1000ms", words(new DriveTime(32)));
        assertEquals("50s 4s 60s 200ms", words(new DriveTime(4)));
    }

    private static String words(DriveTime time) {
        return String.join(" ", time.timeout(), time.syncPeriod(), time.syncLag(), time.readTimeout());
    }

    @Test
    void resultWithoutDilation_hasNone() {
        assertEquals(1, ClusterScale.named("full").withDilation(0).dilation());
    }
}
