package org.ssdtier.benchmarks.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.load.MedianInterval;

@Tag("unit")
final class ToolsResultTest {
    private static final int ROUNDS = 12;

    @Test
    void toolThatCostsThroughput_isMissed() {
        ToolsResult result = result(1_000, 980, 0.4);
        assertEquals(0.98, result.throughputRatios(ToolsCost.TOP).get(0), 1e-9);
        assertEquals(MedianInterval.Verdict.MISSED, result.verdict(ToolsCost.TOP));
        assertEquals(MedianInterval.Verdict.MET, result.verdict(ToolsCost.DOCTOR));
        assertFalse(result.isGood());
        assertTrue(printed(result).contains("target: throughput >= 0.99: missed"), printed(result));
    }

    @Test
    void toolThatCostsLess_isMet() {
        ToolsResult result = result(1_000, 995, 0.4);
        assertEquals(MedianInterval.Verdict.MET, result.verdict(ToolsCost.TOP));
        assertTrue(result.isGood());
    }

    @Test
    void samplingThatCostsThroughput_isMissed() {
        ToolsResult result = result(980, 980, 0.4);
        assertEquals(MedianInterval.Verdict.MISSED, result.verdict(ToolsCost.SAMPLING));
        assertFalse(result.isGood());
    }

    @Test
    void slotsWithoutTools_areBothTheBase_andTheirRatioIsTheNoise() {
        ToolsRound round = round(1_000, 1_000);
        round.put(ToolsArm.NOTHING_AGAIN, new ToolsRound.Figures(1_100, 400, 0, 1, 0));
        assertEquals(1_000 / 1_050.0, ToolsCost.TOP.ratio(round, ToolsRound.Figures::perSecond), 1e-9);
        assertEquals(1_050 / 1_000.0, ToolsCost.SAMPLING.ratio(round, ToolsRound.Figures::perSecond), 1e-9);
        assertEquals(1.1, ToolsCost.NOISE.ratio(round, ToolsRound.Figures::perSecond), 1e-9);
    }

    @Test
    void toolThatWasNotUsed_isMissed() {
        ToolsRound round = round(1_000, 1_000);
        round.put(ToolsArm.DOCTOR, new ToolsRound.Figures(1_000, 400, 0, 1, 0));
        ToolsResult result = new ToolsResult(options(0.4), Collections.nCopies(ROUNDS, round));
        assertFalse(result.isGood());
        assertTrue(printed(result).contains("missed: not used in every round"), printed(result));
    }

    @Test
    void toolThatTheNodeAnswersForLong_isMissed() {
        ToolsRound round = round(1_000, 1_000);
        round.put(ToolsArm.DOCTOR, new ToolsRound.Figures(1_000, 400, 0.011, 1, 2));
        ToolsResult result = new ToolsResult(options(0.4), Collections.nCopies(ROUNDS, round));
        assertTrue(result.isCheap(ToolsArm.TOP));
        assertFalse(result.isCheap(ToolsArm.DOCTOR));
        assertFalse(result.isGood());
        assertTrue(printed(result).contains("1.10 (1.10-1.10); target <= 1: missed"), printed(result));
    }

    /** The load, not the node, would limit the throughput. */
    @Test
    void nodeThatIsNotLoaded_isMissed() {
        ToolsResult result = result(1_000, 1_000, 0.5);
        assertEquals(0.8, result.load(), 1e-9);
        assertFalse(result.isGood());
        assertTrue(printed(result).contains("target >= 90 %: missed"), printed(result));
    }

    @Test
    void toMapAndPrint_haveEveryArmAndEveryCost() {
        ToolsResult result = result(1_000, 1_000, 0.4);
        Map<String, Object> map = result.toMap(Map.of());
        ToolsArm.ALL.forEach(arm -> assertTrue(map.containsKey(arm.toString()), arm.toString()));
        ToolsCost.JUDGED.forEach(
                cost -> assertEquals("met", ((Map<?, ?>) map.get("cost_of_" + cost)).get("verdict"), cost.toString()));
        assertTrue(map.containsKey("noise"));
        assertTrue(printed(result).contains("throughput 1.0000 (1.0000-1.0000)"), printed(result));
    }

    private static String printed(ToolsResult result) {
        StringWriter text = new StringWriter();
        result.print(new PrintWriter(text));
        return text.toString();
    }

    /**
     * Returns a result in which a node without sampling has 1,000 operations a second, of 400 us each.
     *
     * @param processors processors whose time it may use
     */
    private static ToolsResult result(double sampled, double withTop, double processors) {
        return new ToolsResult(options(processors), Collections.nCopies(ROUNDS, round(sampled, withTop)));
    }

    private static ToolsOptions options(double processors) {
        return new ToolsOptions(100, ROUNDS, 1, 20, 10, 8, processors, 32, "512M", 1, Path.of("nodes"));
    }

    private static ToolsRound round(double sampled, double withTop) {
        ToolsRound round = new ToolsRound();
        for (ToolsArm arm : ToolsArm.ALL) {
            round.put(arm, new ToolsRound.Figures(sampled, 400, 0.009, 1, 2));
        }
        round.put(ToolsArm.NO_SAMPLING, new ToolsRound.Figures(1_000, 400, 0, 1, 0));
        round.put(ToolsArm.TOP, new ToolsRound.Figures(withTop, 400, 0.009, 1, 1));
        return round;
    }
}
