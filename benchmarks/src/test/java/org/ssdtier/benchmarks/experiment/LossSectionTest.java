package org.ssdtier.benchmarks.experiment;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.report.HtmlReport;

@Tag("unit")
final class LossSectionTest {
    @TempDir
    private Path directory;

    @Test
    void loss_isARatioWhoseIntervalExcludesOne() throws IOException {
        String text = section(slots(6, round -> 80));
        assertTrue(
                text.contains("<td>0.80 of its requests/s (0.80 to 0.80)</td><td>loss</td>")
                        && text.contains("<td>1.25 times its mean read (1.25 to 1.25)</td><td>loss</td>"),
                text);
    }

    /** Checked by removal: with every median on the wrong side called a loss. */
    @Test
    void medianBelowOne_withAnIntervalThatIncludesOne_isUndecided() throws IOException {
        String text = section(slots(6, round -> round == 1 ? 120 : 80));
        assertTrue(
                text.contains(
                        "<td>0.80 of its requests/s (0.80 to 1.20)</td><td>undecided: the 95 % interval, 0.80 to 1.20, includes 1"),
                text);
        assertFalse(text.contains("<td>loss</td>"), text);
    }

    /** Checked by removal: as above. */
    @Test
    void medianBelowOne_ofTooFewRounds_isUndecided() throws IOException {
        String text = section(slots(3, round -> 80));
        assertTrue(text.contains("<td>undecided: median below 1, 3 rounds</td>"), text);
        assertTrue(text.contains("<td>undecided: median above 1, 3 rounds</td>"), "the latencies: " + text);
        assertFalse(text.contains("<td>loss</td>"), text);
    }

    @Test
    void noMedianOnTheWrongSide_isASentence_whichSaysHowPercentilesWereMeasured() throws IOException {
        String text = section(slots(3, round -> 110));
        assertTrue(text.contains("In no mix has an arm with the drop-in jar"), text);
        assertTrue(text.contains("closed loop: waits of the clients leave out stalls"), text);
    }

    @Test
    void percentiles_areThoseAtFixedRates_ifTheRunHasSome() throws IOException {
        List<SlotResult> slots = new ArrayList<>(slots(3, round -> 110));
        for (int round = 1; round <= 3; round++) {
            slots.add(SyntheticSlots.slot(new Slot("ohc", 95, round, 50), 50));
            slots.add(SyntheticSlots.slot(new Slot("ssdtier", 95, round, 50), 25));
        }
        String text = section(slots);
        assertTrue(
                text.contains("2.00 times its 99th percentile of reads at 50 % load (2.00 to 2.00)</td>"
                        + "<td>undecided: median above 1, 3 rounds</td>"),
                text);
        assertFalse(text.contains("closed loop"), text);
        assertFalse(text.contains("Missing"), text);
    }

    private static List<SlotResult> slots(int rounds, IntToDoubleFunction oursInRound) {
        List<SlotResult> slots = new ArrayList<>();
        for (int round = 1; round <= rounds; round++) {
            slots.add(SyntheticSlots.slot(new Slot("ohc", 95, round), 100));
            slots.add(SyntheticSlots.slot(new Slot("ssdtier", 95, round), oursInRound.applyAsDouble(round)));
        }
        return slots;
    }

    private String section(List<SlotResult> slots) throws IOException {
        HtmlReport report = new HtmlReport("Test", "");
        new LossSection(SyntheticSlots.result(slots)).addTo(report);
        Path html = directory.resolve("report.html");
        report.write(html);
        return Files.readString(html);
    }
}
