package org.ssdtier.rowcache;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.segmentlog.stress.StressRun;

/** The stress tests of the core. Each was seen to fail without the guard it tests; the README lists them. */
@Tag("concurrency")
class StressTest {
    @Test
    void index_images_tables_noOutcomeThatIsNotAllowed(@TempDir Path directory) throws Exception {
        StressRun.run(
                directory,
                IndexMoveStress.class,
                IndexTouchStress.class,
                IndexCountStress.class,
                MemoryImageStress.class,
                CachedTableStress.class);
    }
}
