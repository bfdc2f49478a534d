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
    void toolWhoseProcessTakesProcessors_isJudgedByTheNodesOwnTime() {
        ToolsResult result = result(1_000, 800, 50);
        assertEquals(0.8, result.throughputRatios(ToolsArm.TOP).get(0), 1e-9);
        assertEquals(MedianInterval.Verdict.MET, result.verdict(ToolsArm.TOP));
        assertTrue(result.isGood());
    }

    @Test
    void toolThatCostsTheNodeTime_isMissed() {
        ToolsResult result = result(1_000, 1_000, 51);
        assertEquals(50.0 / 51, result.nodeRatios(ToolsArm.TOP).get(0), 1e-9);
        assertEquals(MedianInterval.Verdict.MISSED, result.verdict(ToolsArm.TOP));
        assertFalse(result.isGood());
    }

    @Test
    void samplingThatCostsThroughput_isMissed() {
        ToolsResult result = result(980, 980, 50);
        assertEquals(MedianInterval.Verdict.MISSED, result.verdict(ToolsArm.NOTHING));
        assertFalse(result.isGood());
    }

    @Test
    void toMapAndPrint_haveEveryArmAndEveryCost() {
        ToolsResult result = result(1_000, 1_000, 50);
        Map<String, Object> map = result.toMap(Map.of());
        ToolsArm.ALL.forEach(arm -> assertTrue(map.containsKey(arm.toString()), arm.toString()));
        ToolsArm.TOOLS.forEach(arm -> assertTrue(map.containsKey("cost_of_" + arm), arm.toString()));
        assertEquals("met", ((Map<?, ?>) map.get("cost_of_sampling")).get("verdict"));
        StringWriter text = new StringWriter();
        result.print(new PrintWriter(text));
        assertTrue(text.toString().contains("throughput 1.000 (1.000-1.000)"), text.toString());
    }

    /** Returns a result in which a node without sampling has 1,000 operations a second, of 50 us each. */
    private static ToolsResult result(double sampled, double withTop, double cpuWithTop) {
        ToolsRound round = new ToolsRound();
        for (ToolsArm arm : ToolsArm.ALL) {
            round.put(arm, new ToolsRound.Figures(sampled, 50, 1, 2));
        }
        round.put(ToolsArm.NO_SAMPLING, new ToolsRound.Figures(1_000, 50, 1, 0));
        round.put(ToolsArm.TOP, new ToolsRound.Figures(withTop, cpuWithTop, 1, 1));
        ToolsOptions options = new ToolsOptions(100, ROUNDS, 1, 20, 10, 8, 32, "512M", 1, Path.of("nodes"));
        return new ToolsResult(options, Collections.nCopies(ROUNDS, round));
    }
}
