package org.ssdtier.benchmarks.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.cli.Features;
import org.ssdtier.benchmarks.device.DeviceFault;
import org.ssdtier.ycsb.stale.StalenessReport;

@Tag("unit")
final class FaultsResultTest {
    private static final ReadTimes.Figures WITHOUT = new ReadTimes.Figures(1_000, 1, 10, 20);

    @Test
    void everythingWithinItsTargets_isGood() {
        FaultsResult result = result(outcome(DeviceFault.HANG, 0, 0, 20, 4, 30));
        assertTrue(result.isGood());
        assertEquals(true, result.toMap(Map.of()).get("good"));
        assertTrue(printed(result).contains("all targets met"));
    }

    @Test
    void eachMissedTarget_isNamed() {
        assertMissed("no client error", outcome(DeviceFault.HANG, 1, 0, 20, 4, 30));
        assertMissed("no stale row", outcome(DeviceFault.HANG, 0, 1, 20, 4, 30));
        assertMissed("p99 at most twice that without the tier", outcome(DeviceFault.HANG, 0, 0, 21, 4, 30));
        assertMissed("OFFLINE within 5 s", outcome(DeviceFault.HANG, 0, 0, 20, 6, 30));
        assertMissed("OFFLINE within 5 s", outcome(DeviceFault.HANG, 0, 0, 20, -1, 30));
        assertMissed("ONLINE within 60 s of its end", outcome(DeviceFault.HANG, 0, 0, 20, 4, 61));
        assertMissed("ONLINE within 60 s of its end", outcome(DeviceFault.HANG, 0, 0, 20, 4, -1));
    }

    @Test
    void aFaultThatHitNoRequest_isMissed_unlessTheFileSystemMakesIt() {
        FaultOutcome torn = unfelt(outcome(DeviceFault.TORN_WRITE, 0, 0, 20, -1, 0));
        assertMissed("requests of the tier were hit", torn);
        assertTrue(
                result(unfelt(outcome(DeviceFault.NO_SPACE, 0, 0, 20, -1, 0))).isGood());
    }

    /** A run that is to try key indexes has their counters. Checked by removal of the target. */
    @Test
    void keyIndexesThatNeverAnswered_areMissed() {
        FaultOutcome of = outcome(DeviceFault.HANG, 0, 0, 20, 4, 30);
        assertMissed("key indexes answered", counting(of, Map.of("key_index_found", 0L)));
        assertTrue(result(counting(of, Map.of("key_index_found", 1L))).isGood());
        assertMissed("key indexes in use again", counting(of, Map.of("key_index_files", 0L)));
        assertTrue(result(counting(of, Map.of("key_index_files", 1L))).isGood());
    }

    private static FaultOutcome counting(FaultOutcome of, Map<String, Long> counters) {
        return with(of, of.hits(), counters);
    }

    private static FaultOutcome unfelt(FaultOutcome of) {
        return with(of, 0, of.counters());
    }

    private static FaultOutcome with(FaultOutcome of, long hits, Map<String, Long> counters) {
        return new FaultOutcome(
                of.fault(),
                hits,
                of.report(),
                of.reads(),
                of.offlineSeconds(),
                of.onlineSeconds(),
                of.longestFlushSeconds(),
                of.problem(),
                counters);
    }

    /** A disturbed reference could hardly be exceeded by twice. */
    @Test
    void theShorterOfBothReferences_judges() {
        FaultsResult measured = result(outcome(DeviceFault.HANG, 0, 0, 21, 4, 30));
        ReadTimes.Figures disturbed = new ReadTimes.Figures(100, 1, 500, 900);
        FaultsResult result = new FaultsResult(
                measured.options(), List.of(disturbed, WITHOUT), measured.outcomes(), measured.notMeasured());
        assertFalse(result.isGood());
        assertEquals(WITHOUT.toMap(), result.toMap(Map.of()).get("without_the_tier"));
    }

    @Test
    void faultThatWasNotMeasured_isSaid_andNotGood() {
        FaultsResult measured = result(outcome(DeviceFault.HANG, 0, 0, 20, 4, 30));
        FaultsResult result = new FaultsResult(
                measured.options(), measured.without(), measured.outcomes(), List.of("gone: the node was too slow"));
        assertFalse(result.isGood());
        assertTrue(printed(result).contains("NOT MEASURED: gone: the node was too slow"));
    }

    @Test
    void latencyIsJudgedInStallsOnly_andOfflineWhereItCanBeNoticed() {
        assertTrue(result(outcome(DeviceFault.IO_ERROR, 0, 0, 500, 4, 30)).isGood());
        assertTrue(result(outcome(DeviceFault.NO_SPACE, 0, 0, 500, -1, 0)).isGood());
        assertTrue(result(outcome(DeviceFault.LOST_WRITE, 0, 0, 500, -1, 0)).isGood());
        assertFalse(result(outcome(DeviceFault.LATENCY, 0, 0, 500, 4, 30)).isGood());
    }

    @Test
    void readsThatWaited_belongToThePhaseInWhichTheyWereDue() {
        ReadTimes times = new ReadTimes();
        times.record(50, 1_000_050);
        times.begin(Phase.BEFORE, 100);
        times.begin(Phase.DURING, 200);
        times.begin(Phase.AFTER, 300);
        times.record(150, 2_000_150);
        times.record(250, 900_000_000);
        times.record(299, 901_000_000);
        times.record(300, 5_000_300);
        assertEquals(1, times.figures(Phase.WARM_UP).reads());
        assertEquals(1, times.figures(Phase.BEFORE).reads());
        assertEquals(2, times.figures(Phase.DURING).reads());
        assertEquals(1, times.figures(Phase.AFTER).reads());
        assertEquals(0, times.figures(Phase.RETURNING).reads());
        assertEquals(901, times.figures(Phase.DURING).maxMillis(), 1);
        assertEquals(5, times.figures(Phase.AFTER).p99Millis(), 0.01);
    }

    @Test
    void faults_areParsed_orRefusedWithThoseThereAre() {
        assertEquals(List.of(DeviceFault.values()), FaultsOptions.parse("all"));
        assertEquals(List.of(DeviceFault.HANG, DeviceFault.GONE), FaultsOptions.parse("hang,gone,hang"));
        assertEquals(
                "faults=smoke: allowed are all, or some of " + DeviceFault.words(),
                assertThrows(IllegalArgumentException.class, () -> FaultsOptions.parse("hang,smoke"))
                        .getMessage());
    }

    private static void assertMissed(String target, FaultOutcome outcome) {
        assertEquals(List.of(target), outcome.missed(OptionalDouble.of(WITHOUT.p99Millis())));
        assertFalse(result(outcome).isGood());
        assertTrue(printed(result(outcome)).contains("MISSED: " + target));
    }

    /** Returns an outcome; {@code offline} and {@code online} are in seconds, below 0 for never. */
    private static FaultOutcome outcome(
            DeviceFault fault, long failures, long stale, double p99During, double offline, double online) {
        Map<Phase, ReadTimes.Figures> reads = new EnumMap<>(Phase.class);
        for (Phase phase : FaultLoad.measuredPhases()) {
            reads.put(phase, new ReadTimes.Figures(100, 1, phase == Phase.DURING ? p99During : 5, 30));
        }
        StalenessReport report = new StalenessReport(
                1, 400, new StalenessReport.Rows(400, 0), 10, 0, stale, 0, 0, failures, 0, Map.of(), List.of());
        return new FaultOutcome(fault, 7, report, reads, seconds(offline), seconds(online), 0.5, "", Map.of());
    }

    private static OptionalDouble seconds(double seconds) {
        return seconds < 0 ? OptionalDouble.empty() : OptionalDouble.of(seconds);
    }

    private static FaultsResult result(FaultOutcome outcome) {
        FaultsOptions options = new FaultsOptions(
                List.of(outcome.fault()),
                true,
                new FaultsOptions.Times(0, 1, 1, 1),
                1,
                100,
                100,
                Features.NONE,
                "none",
                "384M",
                1,
                Path.of("trial"));
        return new FaultsResult(options, List.of(WITHOUT), List.of(outcome), List.of());
    }

    private static String printed(FaultsResult result) {
        StringWriter text = new StringWriter();
        result.print(new PrintWriter(text));
        return text.toString();
    }
}
