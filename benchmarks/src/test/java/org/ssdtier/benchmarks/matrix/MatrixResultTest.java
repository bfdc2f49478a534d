package org.ssdtier.benchmarks.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.report.Json;

@Tag("unit")
final class MatrixResultTest {
    private static final MatrixOptions OPTIONS =
            new MatrixOptions(List.of("5.0.8", "5.0.9"), 15, false, "512M", 1, Path.of("nodes"), Path.of("jars"));

    @Test
    void isGood_everyStepOfEveryReleasePassed() {
        MatrixResult result = new MatrixResult(OPTIONS, "ab", List.of(passed("5.0.8"), passed("5.0.9")));
        assertTrue(result.isGood());
        assertEquals(
                Map.of("releases_passed", 2L, "at_least", 2L, "met", true),
                result.toMap(Map.of()).get("target"));
    }

    @Test
    void isGood_aStepFailedOrAReleaseIsMissing_isFalse() {
        MatrixResult failed = new MatrixResult(OPTIONS, "ab", List.of(passed("5.0.8"), failed("5.0.9")));
        assertFalse(failed.isGood());
        assertEquals(false, failed.toMap(Map.of()).get("good"));
        assertFalse(new MatrixResult(OPTIONS, "ab", List.of(passed("5.0.8"))).isGood());
    }

    @Test
    void print_aStepFailed_namesItWithWhatWasFound() {
        StringWriter text = new StringWriter();
        new MatrixResult(OPTIONS, "ab", List.of(passed("5.0.8"), failed("5.0.9"))).print(new PrintWriter(text));
        assertTrue(text.toString().contains("5.0.9 install: no method"), text.toString());
        assertTrue(text.toString().contains("missed"), text.toString());
    }

    @Test
    void preview_refused_countsNeitherForNorAgainst_andIsShown() {
        MatrixOptions options = new MatrixOptions(
                List.of("5.0.9", "6.0-alpha2"), 15, false, "512M", 1, Path.of("nodes"), Path.of("jars"));
        ReleaseOutcome preview = new ReleaseOutcome(
                "6.0-alpha2", "ab", List.of(new StepOutcome("install", false, 2, "a.B.c() is missing")));
        MatrixResult result = new MatrixResult(options, "ab", List.of(passed("5.0.9"), preview));
        assertTrue(result.isGood());
        assertEquals(
                Map.of("releases_passed", 1L, "at_least", 1L, "met", true),
                result.toMap(Map.of()).get("target"));
        assertFalse(new MatrixResult(options, "ab", List.of(failed("5.0.9"), preview)).isGood());
        StringWriter text = new StringWriter();
        result.print(new PrintWriter(text));
        assertTrue(text.toString().contains("6.0-alpha2 install: a.B.c() is missing"), text.toString());
        assertTrue(text.toString().contains("5.0.9 misfit: done"), text.toString());
    }

    @Test
    void inputs_anyFileOrOptionDiffers_differ(@TempDir Path directory) throws IOException {
        Path jar = Files.writeString(directory.resolve("a.jar"), "a");
        String first = TrialInputs.of("seed=1", List.of(directory));
        assertEquals(first, TrialInputs.of("seed=1", List.of(directory)));
        assertNotEquals(first, TrialInputs.of("seed=2", List.of(directory)));
        Files.writeString(jar, "b");
        assertNotEquals(first, TrialInputs.of("seed=1", List.of(directory)));
        Files.writeString(jar, "a");
        Files.move(jar, directory.resolve("b.jar"));
        assertNotEquals(first, TrialInputs.of("seed=1", List.of(directory)));
    }

    @Test
    void outcome_writtenAndReadAgain_isEqual(@TempDir Path directory) throws IOException {
        ReleaseOutcome outcome = failed("5.0.9");
        Path file = directory.resolve("5.0.9.json");
        Json.write(file, outcome);
        assertEquals(outcome, Json.read(file, ReleaseOutcome.class));
    }

    /** Of a release that knew the jar only: it is read, and no inputs are equal to its. */
    @Test
    void outcome_writtenByAnEarlierRelease_hasNoInputs(@TempDir Path directory) throws IOException {
        Path file = Files.writeString(
                directory.resolve("5.0.9.json"), "{\"version\": \"5.0.9\", \"jar\": \"ab\", \"steps\": []}");
        assertNull(Json.read(file, ReleaseOutcome.class).inputs());
    }

    private static ReleaseOutcome passed(String version) {
        List<StepOutcome> steps = new ArrayList<>();
        for (MatrixStep step : MatrixStep.values()) {
            steps.add(new StepOutcome(step.toString(), true, 1.5, "done"));
        }
        return new ReleaseOutcome(version, "ab", steps);
    }

    private static ReleaseOutcome failed(String version) {
        return new ReleaseOutcome(
                version,
                "ab",
                List.of(
                        new StepOutcome(MatrixStep.STOCK.toString(), true, 9, "rows 300"),
                        new StepOutcome(MatrixStep.INSTALL.toString(), false, 2, "no method")));
    }
}
