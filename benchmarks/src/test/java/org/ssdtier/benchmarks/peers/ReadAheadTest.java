package org.ssdtier.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
final class ReadAheadTest {
    @TempDir
    private Path directory;

    private final List<String> said = new ArrayList<>();

    @Test
    void readAhead_isSetForTheTimeOfARun_andThenAsBefore() {
        try (ReadAhead outer = ReadAhead.set(directory, 256, said::add)) {
            assumeTrue(said.isEmpty(), () -> "the read-ahead of this disk cannot be set: " + said);
            assertEquals("256", outer.kib());
            try (ReadAhead inner = ReadAhead.set(directory.resolve("not/there/yet"), 0, said::add)) {
                assertEquals("0", inner.kib());
            }
            assertEquals("256", outer.kib());
        }
    }

    @Test
    void directoryThatIsOnNoDisk_keepsWhatItHas() {
        try (ReadAhead none = ReadAhead.set(Path.of("/proc/self"), 0, said::add)) {
            assertEquals("unknown", none.kib());
        }
        assertFalse(said.isEmpty());
    }
}
