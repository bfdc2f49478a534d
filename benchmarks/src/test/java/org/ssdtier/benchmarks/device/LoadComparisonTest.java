package org.ssdtier.benchmarks.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.node.Checkout;

@Tag("unit")
final class LoadComparisonTest {
    private static final LoadFigures EXPECTED = new LoadFigures("random-qd1", 1000, 92, 0.4, 10_800, 10_800, 18_000);

    @Test
    void line_isReadWhateverItsOrder() {
        LoadFigures figures = LoadFigures.parse("workload=fdatasync iops=120.5 count=7 mb_per_second=0.5"
                + " p50_micros=8333.25 mean_micros=8300 p99_micros=9000\n");
        assertEquals(new LoadFigures("fdatasync", 7, 120.5, 0.5, 8300, 8333.25, 9000), figures);
        assertThrows(IllegalArgumentException.class, () -> LoadFigures.parse("workload=fdatasync iops=1"));
    }

    @Test
    void everyFigureWithinTenPercent_isGood() {
        assertTrue(compare(EXPECTED, 1.09, 1, true).isGood());
        assertTrue(compare(EXPECTED, 0.92, 1, true).isGood());
    }

    @Test
    void oneFigureOutside_isNotGood_andIsTheWorst() {
        LoadComparison slow = compare(EXPECTED, 1.12, 1.0, true);
        assertFalse(slow.isGood());
        assertEquals(0.12, slow.worst(), 1e-9);
        LoadComparison fast = compare(EXPECTED, 0.85, 1.0, true);
        assertFalse(fast.isGood());
        assertEquals(1 / 0.85 - 1, fast.worst(), 1e-9);
    }

    @Test
    void tail_countsOnlyWhereItIsJudged() {
        assertFalse(compare(EXPECTED, 1, 1.3, true).isGood());
        assertTrue(compare(EXPECTED, 1, 1.3, false).isGood());
    }

    /** Checked by removal: a busy machine makes tails longer only, so one that is too short is the drive's fault. */
    @Test
    void tailThatIsTooShort_countsEverywhere() {
        LoadComparison shorter = compare(EXPECTED, 1, 0.8, false);
        assertFalse(shorter.isGood());
        assertEquals(-0.2, shorter.worst(), 1e-9);
        assertTrue(compare(EXPECTED, 1, 0.95, false).isGood());
    }

    @Test
    void withoutModel_onlyTheWayThroughTheKernelMustBeShort() {
        assertTrue(compare(null, 0.004, 1, true).isGood());
        assertFalse(compare(null, 1, 1, true).isGood());
    }

    @Test
    void arithmetic_isTheTextbooks() throws Exception {
        DeviceProfile disk =
                DeviceProfile.named(Checkout.locate().root().resolve("benchmarks/device/profiles"), "hdd-7200");
        assertEquals(10_807, mean(disk, 1, "random-qd1"), 1);
        assertEquals(8_333, mean(disk, 1, "fdatasync"), 1);
        assertEquals(mean(disk, 1, "sequential") / 2, mean(disk, 2, "sequential"), 1);
        assertEquals(null, ProfileArithmetic.meanMicros(disk, 1, "random-qd32"));
    }

    private static double mean(DeviceProfile profile, int spindles, String load) {
        Double micros = ProfileArithmetic.meanMicros(profile, spindles, load);
        return micros == null ? Double.NaN : micros;
    }

    private static LoadComparison compare(
            @Nullable LoadFigures expected, double slower, double tail, boolean isTailJudged) {
        LoadFigures measured = new LoadFigures(
                "random-qd1",
                1000,
                EXPECTED.iops() / slower,
                EXPECTED.megabytesPerSecond() / slower,
                EXPECTED.meanMicros() * slower,
                EXPECTED.p50Micros() * slower,
                EXPECTED.p99Micros() * slower * tail);
        return new LoadComparison(measured, expected, null, isTailJudged, 1);
    }
}
