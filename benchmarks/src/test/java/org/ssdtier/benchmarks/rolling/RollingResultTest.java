package org.ssdtier.benchmarks.rolling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.ring.PhaseFigures;

@Tag("unit")
final class RollingResultTest {
    private static final RollingOptions OPTIONS = new RollingOptions(10, "400M", 1, Path.of("nodes"));

    @Test
    void isGood_allPhasesUnderLoadAndNothingWrong() {
        RollingResult result = result(figures("all", 100, 0, 0), 5);
        assertTrue(result.isGood());
        assertEquals(true, result.toMap(Map.of()).get("good"));
    }

    @Test
    void isGood_aWrongRowOrAFailedRequest_isFalse() {
        assertFalse(result(figures("all", 100, 1, 0), 5).isGood(), "stale");
        assertFalse(result(figures("all", 100, 0, 1), 5).isGood(), "failed");
    }

    @Test
    void isGood_aPhaseWithoutReads_orATierWithoutHits_isFalse() {
        assertFalse(result(figures("all", 100, 0, 0), 0).isGood(), "no hits");
        assertFalse(
                new RollingResult(OPTIONS, List.of(figures("stock", 0, 0, 0)), figures("all", 9, 0, 0), 5, List.of())
                        .isGood(),
                "phases");
    }

    @Test
    void toMap_aWrongRow_missesItsTargetAlone() {
        Map<?, ?> targets =
                (Map<?, ?>) result(figures("all", 100, 2, 0), 5).toMap(Map.of()).get("targets");
        assertEquals(Map.of("seen", 2L, "at_most", 0, "met", false), targets.get("wrong_rows"));
        assertEquals(Map.of("seen", 0L, "at_most", 0, "met", true), targets.get("failed_requests"));
    }

    @Test
    void print_aFailedRequest_saysThatTheTargetIsMissed() {
        StringWriter text = new StringWriter();
        result(figures("all", 100, 0, 3), 5).print(new PrintWriter(text));
        assertTrue(text.toString().contains("0 failed requests: missed; 0 wrong rows: met"), text.toString());
    }

    @Test
    void figures_sinceAnEarlierReading_areTheDifference() {
        PhaseFigures later = new PhaseFigures("install", 12.25, 300, 30, 2, 0, 0, 1);
        assertEquals(
                new PhaseFigures("install", 12.3, 200, 20, 2, 0, 0, 1),
                later.since(new PhaseFigures("stock", 0, 100, 10, 0, 0, 0, 0)));
        assertEquals(new PhaseFigures("install", 12.25, 600, 60, 4, 0, 0, 2), later.plus(later));
        assertFalse(later.isRight());
    }

    @Test
    void options_noSeconds_areRefused() {
        assertThrows(IllegalArgumentException.class, () -> new RollingOptions(0, "400M", 1, Path.of("nodes")));
    }

    private static RollingResult result(PhaseFigures all, long ssdHits) {
        List<PhaseFigures> phases = Arrays.stream(RollingPhase.values())
                .map(phase -> figures(phase.toString(), 20, 0, 0))
                .toList();
        return new RollingResult(OPTIONS, phases, all, ssdHits, List.of());
    }

    private static PhaseFigures figures(String phase, long reads, long stale, long failed) {
        return new PhaseFigures(phase, 10, reads, reads / 2, stale, 0, 0, failed);
    }
}
