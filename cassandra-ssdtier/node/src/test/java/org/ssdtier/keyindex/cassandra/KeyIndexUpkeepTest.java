package org.ssdtier.keyindex.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ColumnFamilyStore.FlushReason;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.schema.Schema;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.keyindex.DraftMemory;
import org.ssdtier.keyindex.KeyIndexes;
import org.ssdtier.keyindex.KeyPosition;
import org.ssdtier.node.embedded.EmbeddedNode;
import org.ssdtier.node.embedded.UnopenedKeyspace;
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
        KeyIndexConfig config = config(directory);
        KeyIndexSettings settings = new KeyIndexSettings(config);
        node.process("CREATE TABLE key_index_upkeep (k int PRIMARY KEY, a text)");
        Descriptor sstable = fill("key_index_upkeep", 0);
        ColumnFamilyStore table = node.table("key_index_upkeep");
        try (KeyIndexes<Descriptor> indexes = settings.open()) {
            KeyIndexUpkeep upkeep = upkeep(indexes, settings, config);
            step(upkeep, indexes, sstable);
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

    /** The directory may be opened again meanwhile. Checked by removal: the key indexes are deleted, and read again from the disk. */
    @Test
    void sstableOfACompaction_isAdoptedWhileItIsOutOfTheView(@TempDir Path directory) throws IOException {
        KeyIndexConfig config = config(directory);
        KeyIndexSettings settings = new KeyIndexSettings(config);
        node.process("CREATE TABLE key_index_hidden (k int PRIMARY KEY, a text)");
        Descriptor sstable = fill("key_index_hidden", 0);
        try (KeyIndexes<Descriptor> before = settings.open()) {
            step(upkeep(before, settings, config), before, sstable);
        }
        ColumnFamilyStore table = node.table("key_index_hidden");
        try (KeyIndexes<Descriptor> indexes = settings.open()) {
            KeyIndexUpkeep upkeep = upkeep(indexes, settings, config);
            try (LifecycleTransaction aborted = compaction(table)) {
                aborted.obsoleteOriginals();
                aborted.checkpoint();
                assertTrue(table.getLiveSSTables().isEmpty());
                upkeep.step();
            }
            assertTrue(indexes.has(sstable));
        }
    }

    /** Names of SSTables are counted anew then. Checked by removal: the keys of the table that is gone answer for the new one. */
    @Test
    void tableCreatedAgainWithItsId_getsKeyIndexesOfItsOwn(@TempDir Path directory) throws IOException {
        String create = "CREATE TABLE key_index_again (k int PRIMARY KEY, a text) WITH ID = " + UUID.randomUUID();
        KeyIndexConfig config = config(directory);
        KeyIndexSettings settings = new KeyIndexSettings(config);
        try (KeyIndexes<Descriptor> indexes = settings.open()) {
            KeyIndexUpkeep upkeep = upkeep(indexes, settings, config);
            node.process(create);
            Descriptor before = fill("key_index_again", 0);
            step(upkeep, indexes, before);
            node.process("DROP TABLE key_index_again");
            node.process(create);
            Descriptor after = fill("key_index_again", ROWS);
            assertEquals(before, after, "the case of this test");
            assertFalse(indexes.has(after), "before the keeper has seen it");
            step(upkeep, indexes, after);
            assertTrue(indexes.find(after, token(ROWS)) >= 0);
            assertEquals(KeyPosition.ABSENT, indexes.find(after, token(0)));
        }
    }

    /** Checked by {@code ColumnFamilyStore.all} in its place: the keeper opens the keyspace. */
    @Test
    void keyspaceThatIsNotOpen_isNotOpenedByTheKeeper(@TempDir Path directory) throws Exception {
        KeyIndexConfig config = config(directory);
        KeyIndexSettings settings = new KeyIndexSettings(config);
        node.process("CREATE TABLE key_index_open (k int PRIMARY KEY, a text)");
        Descriptor sstable = fill("key_index_open", 0);
        try (KeyIndexes<Descriptor> indexes = settings.open();
                UnopenedKeyspace keyspace = new UnopenedKeyspace(node, "key_index_unopened")) {
            assertFalse(keyspace.isOpen(), "the case of this test");
            KeyIndexUpkeep upkeep = upkeep(indexes, settings, config);
            step(upkeep, indexes, sstable);
            assertFalse(keyspace.isOpen(), "opened to look for SSTables");
            node.table("key_index_open").truncateBlocking();
            upkeep.step();
            assertFalse(
                    indexes.has(sstable), "the case of this test: SSTables that a compaction hides were looked for");
            assertFalse(keyspace.isOpen(), "opened to look for hidden SSTables");
        }
    }

    /** Checked by {@code ColumnFamilyStore.all} in its place: a step fails, or waits for a keyspace that is dropped. */
    @Test
    void keyspacesComeAndGo_underTheKeeper(@TempDir Path directory) throws Exception {
        KeyIndexConfig config = config(directory);
        KeyIndexSettings settings = new KeyIndexSettings(config);
        AtomicBoolean isOver = new AtomicBoolean();
        try (KeyIndexes<Descriptor> indexes = settings.open()) {
            KeyIndexUpkeep upkeep = upkeep(indexes, settings, config);
            FutureTask<Void> steps = new FutureTask<>(() -> {
                while (!isOver.get()) {
                    upkeep.step();
                }
                return null;
            });
            new Thread(steps, "steps").start();
            try {
                for (int round = 0; round < 20; round++) {
                    String keyspace = "key_index_round_" + round;
                    node.process("CREATE KEYSPACE " + keyspace
                            + " WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1}");
                    node.process("CREATE TABLE " + keyspace + ".a (k int PRIMARY KEY)");
                    node.process("DROP KEYSPACE " + keyspace);
                    assertNull(Schema.instance.getKeyspaceInstance(keyspace), "open although it was dropped");
                }
            } finally {
                isOver.set(true);
            }
            steps.get();
        }
    }

    private static void step(KeyIndexUpkeep upkeep, KeyIndexes<Descriptor> indexes, Descriptor sstable) {
        while (!indexes.has(sstable)) {
            upkeep.step();
        }
    }

    private static long token(int key) {
        return ((Murmur3Partitioner.LongToken) Murmur3Partitioner.instance.getToken(Int32Type.instance.decompose(key)))
                .token;
    }

    private static KeyIndexConfig config(Path directory) {
        KeyIndexConfig config = new KeyIndexConfig();
        config.directory = directory.resolve("keys").toString();
        config.min_keys = ROWS;
        return config;
    }

    private static KeyIndexUpkeep upkeep(
            KeyIndexes<Descriptor> indexes, KeyIndexSettings settings, KeyIndexConfig config) {
        KeyDrafts drafts =
                new KeyDrafts(new DraftMemory(settings.writeMemoryBytes()), config.min_keys, NanoClock.SYSTEM);
        return new KeyIndexUpkeep(indexes, settings, drafts, () -> false);
    }

    /** Writes rows from a key on and flushes them; returns the SSTable. */
    private Descriptor fill(String name, int from) {
        ColumnFamilyStore table = node.table(name);
        table.disableAutoCompaction();
        for (int row = from; row < from + ROWS; row++) {
            node.process("INSERT INTO " + name + " (k, a) VALUES (" + row + ", 'value')");
        }
        table.forceBlockingFlush(FlushReason.UNIT_TESTS);
        return table.getLiveSSTables().iterator().next().descriptor;
    }

    private static LifecycleTransaction compaction(ColumnFamilyStore table) {
        return table.getTracker().tryModify(table.getLiveSSTables(), OperationType.COMPACTION);
    }
}
