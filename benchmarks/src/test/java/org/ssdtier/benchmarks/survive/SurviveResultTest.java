package org.ssdtier.benchmarks.survive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.load.RowCacheCounters;

@Tag("unit")
final class SurviveResultTest {
    @Test
    void kept_isTheMedianWithFewestReadsOverThatWithMost() {
        SurviveResult result = result(90, 45);
        assertEquals(0.5, result.kept(RowCacheArm.SURVIVE), 1e-9);
        assertFalse(result.isGood());
        assertTrue(result(90, 86).isGood());
    }

    @Test
    void hitRatio_isTheMedianOverTheRounds() {
        assertEquals(0.90, result(90, 45).hitRatio(RowCacheArm.SURVIVE, 95).median(), 1e-9);
        assertEquals(3, result(90, 45).hitRatio(RowCacheArm.SURVIVE, 95).runs());
    }

    @Test
    void kept_ofAnArmThatNeverHit_isNotGood() {
        SurviveResult result = result(0, 0);
        assertEquals(0, result.kept(RowCacheArm.SURVIVE));
        assertFalse(result.isGood());
    }

    @Test
    void toMapAndPrint_haveEveryArmAndTheTarget() {
        SurviveResult result = result(90, 86);
        Map<String, Object> map = result.toMap(Map.of());
        for (RowCacheArm arm : RowCacheArm.values()) {
            assertTrue(map.containsKey(arm.toString()), arm.toString());
        }
        assertEquals(true, map.get("good"));
        StringWriter text = new StringWriter();
        result.print(new PrintWriter(text));
        assertTrue(text.toString().contains("target for survive >= 0.95: met"), text.toString());
    }

    @Test
    void options_outOfRange_areRefusedWithTheAllowedRange() {
        String message = assertThrows(IllegalArgumentException.class, () -> options(List.of(95, 0)))
                .getMessage();
        assertTrue(message.contains("reads=[95, 0]: allowed 1 to 100"), message);
    }

    /** Returns a result with the given hits per hundred reads on every arm; rounds differ a little around them. */
    private static SurviveResult result(long hitsAtMost, long hitsAtFewest) {
        List<Cell> cells = new ArrayList<>();
        for (RowCacheArm arm : RowCacheArm.values()) {
            for (int round = 0; round < 3; round++) {
                cells.add(cell(arm, 95, round, hitsAtMost));
                cells.add(cell(arm, 50, round, hitsAtFewest));
            }
        }
        return new SurviveResult(options(List.of(95, 50)), cells);
    }

    private static Cell cell(RowCacheArm arm, int readPercent, int round, long hits) {
        long hitsOfRound = hits == 0 ? 0 : hits + (round - 1) * 2L;
        return new Cell(arm, readPercent, round, new RowCacheCounters(hitsOfRound, 100 - hitsOfRound, 5), 1_000, 2);
    }

    private static SurviveOptions options(List<Integer> readPercents) {
        return new SurviveOptions(100, readPercents, 3, 60, 30, 1_000, 4, 4, 64, "400M", 1, Path.of("nodes"));
    }
}
