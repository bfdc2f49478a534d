package org.ssdtier.keyindex.cassandra;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ColumnFamilyStore.FlushReason;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.io.sstable.Descriptor;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.keyindex.DraftMemory;
import org.ssdtier.keyindex.KeyIndexes;
import org.ssdtier.node.embedded.EmbeddedNode;
import org.ssdtier.segmentlog.device.NanoClock;

/** The key indexes of SSTables that a compaction replaces, on a real table. */
@Tag("concurrency")
@Timeout(60)
class KeyIndexUpkeepTest {
    private static final int ROWS = 100;

    private final EmbeddedNode node = EmbeddedNode.start();

    /**
     * A compaction takes its inputs out of the view long before it commits. Checked by removal: their key indexes are deleted then,
     * and after an abort they are built again from the slow disk.
     */
    @Test
    void sstableOfACompaction_keepsItsKeyIndexUntilTheCommit(@TempDir Path directory) throws IOException {
        KeyIndexConfig config = new KeyIndexConfig();
        config.directory = directory.resolve("keys").toString();
        config.min_keys = ROWS;
        KeyIndexSettings settings = new KeyIndexSettings(config);
        ColumnFamilyStore table = filled();
        Descriptor sstable = table.getLiveSSTables().iterator().next().descriptor;
        try (KeyIndexes<Descriptor> indexes = settings.open()) {
            KeyDrafts drafts =
                    new KeyDrafts(new DraftMemory(settings.writeMemoryBytes()), config.min_keys, NanoClock.SYSTEM);
            KeyIndexUpkeep upkeep = new KeyIndexUpkeep(indexes, settings, drafts, () -> false);
            while (!indexes.has(sstable)) {
                upkeep.step();
            }
            try (LifecycleTransaction aborted = compaction(table)) {
                aborted.obsoleteOriginals();
                aborted.checkpoint();
                assertTrue(table.getLiveSSTables().isEmpty());
                upkeep.step();
                assertTrue(indexes.has(sstable), "deleted before the commit");
            }
            upkeep.step();
            assertTrue(indexes.has(sstable));
            try (LifecycleTransaction committed = compaction(table)) {
                committed.obsoleteOriginals();
                committed.finish();
            }
            upkeep.step();
            assertFalse(indexes.has(sstable), "kept after the commit");
        }
    }

    private ColumnFamilyStore filled() {
        node.process("CREATE TABLE key_index_upkeep (k int PRIMARY KEY, a text)");
        ColumnFamilyStore table = node.table("key_index_upkeep");
        table.disableAutoCompaction();
        for (int row = 0; row < ROWS; row++) {
            node.process("INSERT INTO key_index_upkeep (k, a) VALUES (" + row + ", 'value')");
        }
        table.forceBlockingFlush(FlushReason.UNIT_TESTS);
        return table;
    }

    private static LifecycleTransaction compaction(ColumnFamilyStore table) {
        return table.getTracker().tryModify(table.getLiveSSTables(), OperationType.COMPACTION);
    }
}
