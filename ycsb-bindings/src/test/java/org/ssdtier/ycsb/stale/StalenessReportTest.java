package org.ssdtier.ycsb.stale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class StalenessReportTest {
    private static final List<String> VIOLATIONS = List.of("STALE: partition=1");

    /** What was wrong in a warm-up must not be forgotten with it. */
    @Test
    void since_earlierReport_subtractsTheWork_keepsWhatWasWrong() {
        StalenessReport warmUp = new StalenessReport(2, 10, 20, 30, 40, 1, 2, 3, 4, 5, Map.of("flush", 6L), VIOLATIONS);
        StalenessReport end = new StalenessReport(
                5, 110, 220, 330, 440, 1, 2, 3, 4, 5, Map.of("flush", 66L, "alter", 7L), VIOLATIONS);
        StalenessReport since = end.since(warmUp);
        assertEquals(
                new StalenessReport(
                        3, 100, 200, 300, 400, 1, 2, 3, 4, 5, Map.of("flush", 60L, "alter", 7L), VIOLATIONS),
                since);
        assertFalse(since.correct());
    }
}
