package org.ssdtier.benchmarks.device;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class NeededTest {
    @Test
    void obstacle_ofAMissingProgram_namesIt() throws IOException {
        assertEquals(
                Optional.of("program=no-such-program-of-ours: not installed"),
                Needed.obstacleOf("no-such-program-of-ours"));
        assertEquals(Optional.empty(), Needed.obstacleOf("sh"));
    }

    @Test
    void absent_noObstacle_skipsNothing() {
        assertDoesNotThrow(() -> Needed.absent(Optional.empty()));
    }
}
