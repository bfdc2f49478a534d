package org.ssdtier.keyindex.cassandra;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.checks.OptionsTable;

/** Tests of the block {@code ssd_key_index} of cassandra.yaml. */
@Tag("unit")
final class KeyIndexConfigTest {
    @Test
    void page_hasTheDefaultOfEveryKey() throws Exception {
        OptionsTable.assertDefaults(Path.of("../../docs/key-index.md"), new KeyIndexConfig());
    }
}
