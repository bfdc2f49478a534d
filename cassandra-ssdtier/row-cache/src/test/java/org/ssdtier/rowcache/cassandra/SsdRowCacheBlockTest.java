package org.ssdtier.rowcache.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of {@link SsdRowCacheBlock}. */
@Tag("unit")
final class SsdRowCacheBlockTest {
    private static final long GIBIBYTE = 1L << 30;

    @Test
    void read_off_isAWordOrABoolean() {
        assertEquals(List.of(), violations(Map.of("compression", "off", "discard", "off", "enabled", "off")));
        assertEquals(
                List.of("ssd_row_cache.compression=false cannot be used; allowed: off | auto"),
                violations(Map.of("compression", "false")));
        assertEquals(
                List.of("ssd_row_cache.enabled=of cannot be used; allowed: boolean"),
                violations(Map.of("enabled", "of")));
    }

    @Test
    void read_wordThatIsNotAllowed_isAViolation() {
        assertEquals(
                List.of("ssd_row_cache.compression=zstd cannot be used; allowed: off | auto"),
                violations(Map.of("compression", "zstd")));
    }

    private static List<String> violations(Map<?, ?> block) {
        return SsdRowCacheBlock.read(block, Path.of("data"), 16 * GIBIBYTE, 4 * GIBIBYTE)
                .violations();
    }
}
