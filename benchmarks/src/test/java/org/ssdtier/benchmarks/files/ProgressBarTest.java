package org.ssdtier.benchmarks.files;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.files.transfer.Progress;

@Tag("unit")
final class ProgressBarTest {
    @Test
    void line_knownTotal_hasRateAndTimeLeft() {
        Progress progress = new Progress();
        progress.setTotal(1_000, 1_000_000);
        for (int i = 0; i < 250; i++) {
            progress.add(20_000);
        }
        assertEquals(
                "[######..................]  25 %  250 of 1,000 files  50 files/s  1.0 MB/s  left 0:15 min",
                ProgressBar.line(progress, 5));
    }

    @Test
    void line_unknownTotal_hasRateOnly() {
        Progress progress = new Progress();
        assertEquals("0 files  0 files/s  0.0 MB/s", ProgressBar.line(progress, 0));
        progress.addSkipped(10);
        assertEquals("1 files  1 files/s  0.0 MB/s", ProgressBar.line(progress, 1));
    }
}
