package org.ssdtier.benchmarks.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class StartsResultTest {
    @Test
    void startsAfterKillsThatAreAsGood_areGood() {
        StartsResult result = result(clean(10), kill(11, 14, 95), clean(12), kill(12, 12, 90));
        assertEquals(11.5 / 11, result.ratio(), 1e-9);
        assertTrue(result.isGood());
    }

    @Test
    void startThatTakesLonger_isNot() {
        assertFalse(result(clean(10), kill(12.1, 13, 95)).isGood());
    }

    @Test
    void indexThatIsLate_isNot() {
        assertFalse(result(clean(10), kill(10, 15.1, 95)).isGood());
        assertFalse(result(clean(10), new StartsRound(true, start(10, OptionalDouble.empty()), 100, 100, 100, 95, 0))
                .isGood());
    }

    @Test
    void colderCache_isNot() {
        assertFalse(result(clean(10), kill(10, 11, 89)).isGood());
    }

    @Test
    void toMapAndPrint_haveEveryStartAndTheTargets() {
        StartsResult result = result(clean(10), kill(20, 20, 100));
        Map<String, Object> map = result.toMap(Map.of());
        assertEquals(2.0, map.get("ratio"));
        assertEquals(2, ((List<?>) map.get("each")).size());
        StringWriter text = new StringWriter();
        result.print(new PrintWriter(text));
        assertTrue(text.toString().contains("20.0 s / 10.0 s = 2.00 (target 1.2)"), text.toString());
        assertTrue(text.toString().contains("MISSED"), text.toString());
    }

    private static StartsResult result(StartsRound... rounds) {
        return new StartsResult(new StartsOptions(1, 1_000, 16, "1G", 1, Path.of("node")), List.of(rounds));
    }

    private static StartsRound clean(double serveSeconds) {
        return new StartsRound(false, start(serveSeconds, OptionalDouble.of(serveSeconds)), 100, 100, 100, 100, 0);
    }

    private static StartsRound kill(double serveSeconds, double indexSeconds, long answered) {
        return new StartsRound(true, start(serveSeconds, OptionalDouble.of(indexSeconds)), 100, 100, 100, answered, 0);
    }

    private static CrashRound.Start start(double serveSeconds, OptionalDouble indexSeconds) {
        return new CrashRound.Start(serveSeconds, indexSeconds);
    }
}
