package org.ssdtier.benchmarks.writes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.load.MedianInterval;

@Tag("unit")
final class WritesResultTest {
    @Test
    void throughputRatio_isTakenRoundByRound_soAMachineThatSlowsDownDoesNotShow() {
        WritesResult result = result(round(1_000, 1_000), round(510, 500), round(102, 100));
        assertEquals(1.02, result.throughputRatio(WritesArm.SERIALIZING).median(), 1e-9);
        assertTrue(result.isGood());
    }

    @Test
    void wholeIntervalBelowTheTarget_isMissed() {
        WritesResult result =
                result(round(99, 100), round(98, 100), round(97, 100), round(96, 100), round(95, 100), round(94, 100));
        assertEquals(MedianInterval.Verdict.MISSED, result.verdict());
        assertFalse(result.isGood());
    }

    @Test
    void targetWithinTheInterval_isUndecided() {
        WritesResult result =
                result(round(99, 100), round(98, 100), round(97, 100), round(96, 100), round(95, 100), round(150, 100));
        assertEquals(MedianInterval.Verdict.UNDECIDED, result.verdict());
        assertTrue(result.isGood());
    }

    @Test
    void wholeIntervalAboveTheTarget_isMet() {
        WritesResult result = result(
                round(101, 100), round(102, 100), round(103, 100), round(104, 100), round(105, 100), round(106, 100));
        assertEquals(MedianInterval.Verdict.MET, result.verdict());
        assertEquals("met", ((Map<?, ?>) result.toMap(Map.of()).get("target")).get("verdict"));
    }

    @Test
    void journalThatCostsTooMuch_isMissed() {
        WritesRound round = round(110, 100, 113);
        WritesResult result = result(round, round, round, round, round, round);
        assertEquals(MedianInterval.Verdict.MET, result.verdict());
        assertEquals(MedianInterval.Verdict.MISSED, result.journalVerdict());
        assertFalse(result.isGood());
    }

    @Test
    void lifetimesThatCostTooMuch_areMissed() {
        WritesRound round = round(110, 100);
        round.put(WritesArm.LIFETIMES, new WritesRound.Figures(108, 50, 1_000));
        WritesResult result = result(round, round, round, round, round, round);
        assertEquals(MedianInterval.Verdict.MET, result.verdict());
        assertEquals(MedianInterval.Verdict.MISSED, result.lifetimesVerdict());
        assertEquals("missed", ((Map<?, ?>) result.toMap(Map.of()).get("lifetimes_target")).get("verdict"));
        assertFalse(result.isGood());
    }

    @Test
    void toMapAndPrint_haveEveryArmRatiosAndTheTarget() {
        WritesResult result = result(round(200, 100));
        Map<String, Object> map = result.toMap(Map.of());
        for (WritesArm arm : WritesArm.ALL) {
            assertTrue(map.containsKey(arm.toString()), arm.toString());
        }
        assertTrue(map.containsKey("throughput_ratio_to_none"));
        assertEquals(true, map.get("good"));
        StringWriter text = new StringWriter();
        result.print(new PrintWriter(text));
        assertTrue(text.toString().contains("throughput 2.000 (2.000-2.000)"), text.toString());
    }

    private static WritesResult result(WritesRound... rounds) {
        return new WritesResult(
                new WritesOptions(100, rounds.length, 2, 10, 8, 32, "512M", 1, Path.of("nodes")), List.of(rounds));
    }

    private static WritesRound round(double tier, double serializing) {
        return round(tier, serializing, tier);
    }

    private static WritesRound round(double tier, double serializing, double withoutJournal) {
        WritesRound round = new WritesRound();
        round.put(WritesArm.SSDTIER, new WritesRound.Figures(tier, 50, 1_000));
        round.put(WritesArm.SERIALIZING, new WritesRound.Figures(serializing, 50, 1_000));
        round.put(WritesArm.LIFETIMES, new WritesRound.Figures(tier, 50, 1_000));
        round.put(WritesArm.NO_JOURNAL, new WritesRound.Figures(withoutJournal, 50, 1_000));
        round.put(WritesArm.NONE, new WritesRound.Figures(serializing, 50, 1_000));
        return round;
    }
}
