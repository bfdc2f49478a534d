package org.ssdtier.benchmarks.crash;

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
import java.util.OptionalDouble;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.benchmarks.cli.Features;
import org.ssdtier.benchmarks.load.KeyIndexReading;

@Tag("unit")
final class CrashResultTest {
    private static final CrashRound.Rows RIGHT = new CrashRound.Rows(1_000, 0, 0, 0, 0);

    @Test
    void warmAndRight_isGood() {
        CrashResult result = result(List.of(round("any", 95, RIGHT), round("flush", 90, RIGHT)), List.of());
        assertTrue(result.isGood());
        assertEquals(0.925, CrashResult.answeredShare(result.crashes()), 1e-9);
        assertEquals(true, result.toMap(Map.of()).get("good"));
    }

    @Test
    void coldStart_missesItsTarget_andIsRightAllTheSame() {
        CrashResult result = result(List.of(round("any", 0, RIGHT), round("any", 0, RIGHT)), List.of());
        assertTrue(result.isRight());
        assertFalse(result.isGood());
        assertTrue(printed(result).contains("MISSED  answered share at least 0.9"), printed(result));
    }

    @Test
    void oneWrongRow_isNotRight() {
        for (CrashRound.Rows wrong : List.of(
                new CrashRound.Rows(1_000, 1, 0, 0, 0),
                new CrashRound.Rows(1_000, 0, 1, 0, 0),
                new CrashRound.Rows(1_000, 0, 0, 1, 0),
                new CrashRound.Rows(1_000, 0, 0, 0, 1))) {
            assertFalse(result(List.of(round("any", 95, wrong), round("any", 95, RIGHT)), List.of())
                    .isRight());
        }
    }

    @Test
    void failedStart_isNotRight_andSaid() {
        CrashResult result = result(List.of(round("any", 95, RIGHT)), List.of("round 2: it is broken"));
        assertFalse(result.isRight());
        assertTrue(printed(result).contains("failed starts 1 of 2"), printed(result));
        assertTrue(printed(result).contains("round 2: it is broken"));
    }

    @Test
    void cleanStop_isToCompareWith_notJudged() {
        List<CrashRound> rounds =
                List.of(round(CrashRound.CLEAN, 10, RIGHT), round("any", 95, RIGHT), round("any", 95, RIGHT));
        CrashResult result = result(rounds, List.of());
        assertTrue(result.isGood());
        assertEquals(0.1, (double) result.toMap(Map.of()).get("clean_answered_share"), 1e-9);
    }

    @Test
    void indexThatNeverComes_missesItsTarget() {
        CrashRound never = new CrashRound(
                "any",
                false,
                1,
                new CrashRound.Start(3, OptionalDouble.empty()),
                100,
                100,
                0,
                0,
                KeyIndexReading.NONE,
                RIGHT);
        assertFalse(result(List.of(never, round("any", 95, RIGHT)), List.of()).isGood());
    }

    @Test
    void moments_areParsed_orRefusedWithThoseThereAre() {
        assertEquals(List.of(KillMoment.values()), KillMoment.parse("all"));
        assertEquals(List.of(KillMoment.FLUSH, KillMoment.ANY), KillMoment.parse("flush,any,flush"));
        assertEquals(
                "moments=noon: allowed are all, or some of any,flush,compact,import,truncate",
                assertThrows(IllegalArgumentException.class, () -> KillMoment.parse("any,noon"))
                        .getMessage());
    }

    private static CrashRound round(String name, long answered, CrashRound.Rows rows) {
        return new CrashRound(
                name,
                false,
                1,
                new CrashRound.Start(3, OptionalDouble.of(2.5)),
                100,
                answered,
                0,
                0,
                KeyIndexReading.NONE,
                rows);
    }

    /** Counters begin anew with each process, so those of the rounds are summed. Checked by removal of the target. */
    @Test
    void keyIndexesThatNeverAnswered_missTheirTarget() {
        Features features = new Features(false, true);
        CrashRound silent = round("any", 95, RIGHT);
        CrashRound answering = new CrashRound(
                "any",
                false,
                1,
                new CrashRound.Start(3, OptionalDouble.of(2.5)),
                100,
                95,
                0,
                0,
                new KeyIndexReading(3, 2, 0, 1, 0, 0),
                RIGHT);
        CrashResult never = result(features, List.of(silent, silent), List.of());
        assertFalse(never.isGood());
        assertTrue(printed(never).contains("MISSED  key indexes answered"), printed(never));
        CrashResult twice = result(features, List.of(answering, answering), List.of());
        assertTrue(twice.isGood());
        assertEquals(
                new KeyIndexReading(6, 4, 0, 2, 0, 0).toMap(),
                twice.toMap(Map.of()).get("key_index"));
    }

    private static CrashResult result(List<CrashRound> rounds, List<String> failedStarts) {
        return result(Features.NONE, rounds, failedStarts);
    }

    private static CrashResult result(Features features, List<CrashRound> rounds, List<String> failedStarts) {
        CrashOptions options =
                new CrashOptions(2, true, 1, List.of(KillMoment.ANY), 100, 1, 8, features, "384M", 1, Path.of("node"));
        CrashRound.Rows all = CrashRound.Rows.NONE;
        for (CrashRound round : rounds) {
            all = all.plus(round.rows());
        }
        return new CrashResult(options, rounds, failedStarts, all, 10, new ArrayList<>());
    }

    private static String printed(CrashResult result) {
        StringWriter text = new StringWriter();
        result.print(new PrintWriter(text));
        return text.toString();
    }
}
