package org.ssdtier.benchmarks.writes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class WritesRunTest {
    /** Checked by removal: if they are added to the others, the first round is there. */
    @Test
    void warmUpRounds_areRun_butNotCounted() throws IOException, InterruptedException {
        List<Integer> run = new ArrayList<>();
        List<String> said = new ArrayList<>();
        WritesOptions options = new WritesOptions(100, 3, 2, 10, 8, 32, "512M", 1, Path.of("nodes"));
        List<WritesRound> counted = new WritesRun(options, said::add).counted(number -> {
            run.add(number);
            WritesRound round = new WritesRound();
            round.put(WritesArm.SSDTIER, new WritesRound.Figures(number, 50, 1_000));
            return round;
        });
        assertEquals(List.of(1, 2, 3, 4, 5), run);
        assertEquals(
                List.of(3.0, 4.0, 5.0),
                counted.stream()
                        .map(round -> round.of(WritesArm.SSDTIER).writesPerSecond())
                        .toList());
        assertEquals(
                List.of("warm-up 1 of 2", "warm-up 2 of 2", "round 1 of 3", "round 2 of 3", "round 3 of 3"),
                said.stream().map(line -> line.substring(0, line.indexOf(':'))).toList());
    }
}
