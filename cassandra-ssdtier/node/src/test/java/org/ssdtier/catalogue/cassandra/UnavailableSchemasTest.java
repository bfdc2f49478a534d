package org.ssdtier.catalogue.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ColumnFamilyStore.FlushReason;
import org.apache.cassandra.db.DecoratedKey;
import org.apache.cassandra.db.Slices;
import org.apache.cassandra.db.filter.ColumnFilter;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.dht.Murmur3Partitioner;
import org.apache.cassandra.io.sstable.Component;
import org.apache.cassandra.io.sstable.Descriptor;
import org.apache.cassandra.io.sstable.SSTableReadsListener;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.apache.cassandra.utils.memory.BufferPools;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.catalogue.cassandra.row.DefinitionUnavailableException;
import org.ssdtier.catalogue.cassandra.row.LayoutChoice;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedFormat;
import org.ssdtier.node.embedded.EmbeddedNode;

/** Tests of open SSTables whose {@code Schemas.db} cannot be opened any more. */
@Tag("unit")
@ExtendWith(NothingLeft.class)
class UnavailableSchemasTest {
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final int PARTITIONS = 20;

    @TempDir
    Path kept;

    private final EmbeddedNode node = EmbeddedNode.start();
    private final String table = "unavailable" + NAMES.incrementAndGet();

    @BeforeEach
    void create() {
        node.process("CREATE TABLE " + table + " (k int, c int, tags map<text, text>, fixed map<text, text> static,"
                + " PRIMARY KEY (k, c))");
        CataloguedTables.choose(EmbeddedNode.KEYSPACE, table, LayoutChoice.UNIFORM);
        store().disableAutoCompaction();
    }

    @AfterEach
    void drop() {
        CataloguedTables.drop(table);
    }

    /** The iterator of a query reads the static row in its constructor. Checked by removal: each read kept its file and a buffer. */
    @Test
    void read_staticRowWhoseDefinitionCannotBeHad_closesItsFile() throws IOException {
        write(0);
        reopen();
        SSTableReader sstable = only();
        Files.delete(schemas(sstable));
        read(sstable);
        long before = BufferPools.forChunkCache().usedSizeInBytes();
        for (int i = 0; i < 100; i++) {
            read(sstable);
        }
        long kept = BufferPools.forChunkCache().usedSizeInBytes() - before;
        assertTrue(kept < 100 * 1024, "bytes of 100 reads=" + kept);
        assertFalse(sstable.isMarkedSuspect());
    }

    private static void read(SSTableReader sstable) {
        DecoratedKey key = Murmur3Partitioner.instance.decorateKey(ByteBufferUtil.bytes(PARTITIONS / 2));
        assertThrows(DefinitionUnavailableException.class, () -> sstable.rowIterator(
                        key,
                        Slices.ALL,
                        ColumnFilter.all(sstable.metadata()),
                        false,
                        SSTableReadsListener.NOOP_LISTENER)
                .close());
    }

    /** Checked by removal: the SSTable was picked for each compaction, and each failed. */
    @Test
    void compaction_fileThatWasDeleted_failsOnce_andThenExcludesTheSstable() throws IOException {
        write(0);
        reopen();
        SSTableReader damaged = only();
        write(1);
        write(2);
        Files.delete(schemas(damaged));
        assertThrows(RuntimeException.class, () -> node.process("SELECT * FROM " + table));
        assertFalse(damaged.isMarkedSuspect(), "a read does not exclude it");
        assertThrows(RuntimeException.class, () -> store().forceMajorCompaction());
        assertTrue(damaged.isMarkedSuspect());
        assertEquals(3, store().getLiveSSTables().size());
        store().forceMajorCompaction();
        assertEquals(2, store().getLiveSSTables().size());
        assertTrue(store().getLiveSSTables().contains(damaged));
    }

    private static Path schemas(SSTableReader sstable) {
        return sstable.descriptor.fileFor(CataloguedFormat.SCHEMAS).toPath();
    }

    private void write(int round) {
        for (int k = 0; k < PARTITIONS; k++) {
            node.process(
                    "INSERT INTO " + table + " (k, fixed) VALUES (" + k + ", {'site': 's', 'room': 'r" + round + "'})");
            for (int c = 0; c < 3; c++) {
                node.process("INSERT INTO " + table + " (k, c, tags) VALUES (" + k + ", " + c + ", {'host': 'h" + round
                        + "', 'rack': 'r'})");
            }
        }
        store().forceBlockingFlush(FlushReason.UNIT_TESTS);
    }

    /** Replaces the SSTable by a copy that is opened, so that its definitions are not in memory. */
    @SuppressWarnings("deprecation") // its replacement imports from another directory and may verify first
    private void reopen() throws IOException {
        Descriptor descriptor = only().descriptor;
        List<Path> files = descriptor.discoverComponents().stream()
                .map((Component component) -> descriptor.fileFor(component).toPath())
                .collect(Collectors.toList());
        for (Path file : files) {
            Files.copy(file, kept.resolve(file.getFileName()));
        }
        node.process("TRUNCATE " + table);
        LifecycleTransaction.waitForDeletions();
        for (Path file : files) {
            Files.copy(kept.resolve(file.getFileName()), file);
        }
        store().loadNewSSTables();
    }

    private SSTableReader only() {
        Set<SSTableReader> live = store().getLiveSSTables();
        assertEquals(1, live.size(), live.toString());
        return live.iterator().next();
    }

    private ColumnFamilyStore store() {
        return node.table(table);
    }
}
