package org.ssdtier.benchmarks.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
final class FigureExpressionTest {
    @TempDir
    private Path directory;

    @BeforeEach
    void writeResult() throws IOException {
        Files.createDirectories(directory.resolve("run"));
        Files.writeString(
                directory.resolve("run/bench.json"),
                """
                {
                  "rows": 1234567,
                  "share": 0.000217,
                  "loss": -2.5,
                  "ratio": {"min": 0.833, "median": 0.9226, "max": 1.0770},
                  "verdict": "undecided",
                  "figures": [
                    {"name": "fast", "value": 2797.08, "low": 2436.4, "high": 3089.8, "met": true},
                    {"name": "slow", "params": {"shape": "WIDE", "width": 7}, "value": 4.0, "met": false}
                  ]
                }
                """);
    }

    @Test
    void number_isFormattedByItsPattern() throws IOException {
        assertEquals("1,234,567", rendered("run/bench#rows #,##0"));
        assertEquals("2.2·10⁻⁴", rendered("run/bench#share 0.0E0"));
        assertEquals("−2.5", rendered("run/bench#loss 0.0"));
    }

    @Test
    void spread_isItsMedian_andItsRangeHasBothEnds() throws IOException {
        assertEquals("0.92", rendered("run/bench#ratio 0.00"));
        assertEquals("0.83–1.08", rendered("range run/bench#ratio 0.00"));
        assertEquals("2.8", rendered("run/bench#figures/name=fast / 1000 0.0"));
        assertEquals("2.4–3.1", rendered("range run/bench#figures/name=fast / 1000 0.0"));
    }

    @Test
    void operators_areCalculatedFromLeftToRight() throws IOException {
        assertEquals("3.5", rendered("1 + 2 * 3 - 2 / 2 0.0"));
        assertEquals("75", rendered("1 - 0.6 into 0.3 * 100 0"));
    }

    @Test
    void element_isSelectedByItsFields_alsoInnerOnes() throws IOException {
        assertEquals("4", rendered("run/bench#figures/name=slow,params.shape=WIDE/value 0"));
        assertEquals("4", rendered("run/bench#figures/1/value 0"));
    }

    @Test
    void largest_isThatOfAllElements_alsoOfAnInnerField() throws IOException {
        assertEquals("2,797", rendered("run/bench#figures/largest:value #,##0"));
        assertEquals("7", rendered("run/bench#figures/largest:params.width 0"));
        String message = assertThrows(IOException.class, () -> rendered("run/bench#figures/largest:params.shape 0"))
                .getMessage();
        assertTrue(message.contains("largest:params.shape"), message);
    }

    @Test
    void text_isAsItStands() throws IOException {
        assertEquals("undecided", rendered("text run/bench#verdict"));
    }

    @Test
    void length_isTheNumberOfElements() throws IOException {
        assertEquals("2", rendered("run/bench#figures/length 0"));
        assertThrows(IOException.class, () -> rendered("run/bench#ratio/length 0"));
        assertThrows(IOException.class, () -> rendered("run/bench#figures 0"));
    }

    @Test
    void judged_isBoldWhereTheTargetIsMissed_beforeItIsRounded() throws IOException {
        assertEquals("0.92", rendered("judged run/bench#ratio 0.00 >= 0.92"));
        assertEquals("**0.92**", rendered("judged run/bench#ratio 0.00 >= 0.923"));
        assertEquals("**0.9226**", rendered("judged run/bench#ratio 0.0000 > 0.9226"));
        assertEquals("0.9226", rendered("judged run/bench#ratio 0.0000 <= 0.9226"));
        assertEquals("**3**", rendered("judged run/bench#figures/name=fast / 1000 0 <= 2.7"));
        assertThrows(IllegalArgumentException.class, () -> rendered("judged run/bench#ratio 0.00 < 1"));
        assertThrows(IllegalArgumentException.class, () -> rendered("judged 0.00"));
    }

    @Test
    void verdict_isThatOfTheCommand() throws IOException {
        assertEquals("2,797", rendered("verdict run/bench#figures/name=fast #,##0"));
        assertEquals("**4**", rendered("verdict run/bench#figures/name=slow 0"));
        assertThrows(IOException.class, () -> rendered("verdict run/bench#ratio 0.00"));
    }

    @Test
    void missingValue_isAnErrorThatNamesWhatIsThere() {
        String field = assertThrows(IOException.class, () -> rendered("run/bench#row 0"))
                .getMessage();
        assertTrue(field.contains("step=row") && field.contains("rows"), field);
        String element = assertThrows(IOException.class, () -> rendered("run/bench#figures/name=none/value 0"))
                .getMessage();
        assertTrue(element.contains("elements=0"), element);
        assertThrows(IOException.class, () -> rendered("run/bench#verdict 0"));
        assertThrows(IOException.class, () -> rendered("run/other#rows 0"));
        assertThrows(IllegalArgumentException.class, () -> rendered("run/bench#rows % 2 0"));
        assertThrows(IllegalArgumentException.class, () -> rendered("run/bench#rows"));
    }

    private String rendered(String figure) throws IOException {
        return FigureExpression.parse(figure).render(new ResultFiles(directory));
    }
}
