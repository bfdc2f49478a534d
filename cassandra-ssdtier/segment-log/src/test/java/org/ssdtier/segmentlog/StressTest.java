package org.ssdtier.segmentlog;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.segmentlog.stress.StressRun;

/** The stress tests of this module. Each was seen to fail without the guard that it tests. */
@Tag("concurrency")
class StressTest {
    /**
     * Checked by removal: without the check of {@code claimed} after the copy in {@code copyOut}, torn copies are
     * accepted.
     */
    @Test
    void writeRing_aCopyThatCounts_isNeverTorn(@TempDir Path directory) throws Exception {
        StressRun.run(directory, WriteRingStress.class);
    }
}
