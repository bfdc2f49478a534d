package org.ssdtier.ycsb.stale;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.ycsb.stale.StalenessReport.Rows;

@Tag("unit")
class StalenessReportTest {
    /** A rate requires its count and its reads from the same interval. */
    @Test
    void since_earlierReport_subtractsWorkAndViolationsAlike() {
        StalenessReport warmUp = new StalenessReport(
                2, 10, new Rows(20, 3), 30, 40, 1, 2, 3, 4, 5, Map.of("flush", 6L), List.of("STALE: row=1"));
        StalenessReport end = new StalenessReport(
                5,
                110,
                new Rows(220, 33),
                330,
                440,
                11,
                22,
                33,
                44,
                55,
                Map.of("flush", 66L, "alter", 7L),
                List.of("STALE: row=1", "LOST: row=2"));
        assertEquals(
                new StalenessReport(
                        3,
                        100,
                        new Rows(200, 30),
                        300,
                        400,
                        10,
                        20,
                        30,
                        40,
                        50,
                        Map.of("flush", 60L, "alter", 7L),
                        List.of("LOST: row=2")),
                end.since(warmUp));
    }

    @Test
    void since_violationsInTheWarmUpOnly_isCorrectItself() {
        StalenessReport warmUp =
                new StalenessReport(2, 10, new Rows(20, 0), 30, 40, 1, 0, 0, 0, 0, Map.of(), List.of("STALE"));
        assertFalse(warmUp.correct());
        assertTrue(warmUp.since(warmUp).correct());
    }
}
