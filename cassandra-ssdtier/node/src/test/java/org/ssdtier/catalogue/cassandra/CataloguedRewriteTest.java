package org.ssdtier.catalogue.cassandra;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ColumnFamilyStore.FlushReason;
import org.apache.cassandra.db.compaction.CompactionManager;
import org.apache.cassandra.db.compaction.OperationType;
import org.apache.cassandra.db.lifecycle.LifecycleTransaction;
import org.apache.cassandra.io.FSWriteError;
import org.apache.cassandra.io.sstable.ISSTableScanner;
import org.apache.cassandra.io.sstable.SSTableRewriter;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.sstable.format.SSTableReader.OpenReason;
import org.apache.cassandra.io.sstable.format.SSTableWriter;
import org.apache.cassandra.io.sstable.format.WriterHeaders;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.apache.cassandra.utils.concurrent.Ref;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ssdtier.catalogue.cassandra.row.LayoutChoice;
import org.ssdtier.catalogue.cassandra.row.WrittenSchemas;
import org.ssdtier.catalogue.cassandra.sstable.CataloguedFormat;
import org.ssdtier.catalogue.cassandra.sstable.ComponentSchemas;
import org.ssdtier.node.embedded.EmbeddedNode;

/** Tests of one rewrite that has many SSTables as its result: none of them is prepared before its end. */
@Tag("unit")
@ExtendWith(NothingLeft.class)
class CataloguedRewriteTest {
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final int PARTITIONS = 2_000;
    private static final int PARTITIONS_PER_SSTABLE = 100;

    private final EmbeddedNode node = EmbeddedNode.start();
    private final String table = "rewritten" + NAMES.incrementAndGet();

    @BeforeEach
    void create() {
        node.process("CREATE TABLE " + table + " (k int, c int, tags map<text, text>, PRIMARY KEY (k, c))");
        CataloguedTables.choose(EmbeddedNode.KEYSPACE, table, LayoutChoice.UNIFORM);
        store().disableAutoCompaction();
    }

    @AfterEach
    void drop() {
        CataloguedTables.drop(table);
    }

    /**
     * Checked by removal: without the hook, each SSTable keeps its definitions, about 2 MiB of them by default, until the end of the
     * rewrite.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void rewrite_toManySstables_hasOnlyTheDefinitionsOfTheCurrentOneOnTheHeap(boolean isOpenedEarly)
            throws IOException {
        write(PARTITIONS);
        List<String> before = rows();
        try (LifecycleTransaction transaction = begin();
                SSTableRewriter rewriter = rewriter(transaction, isOpenedEarly)) {
            int sstables = rewrite(transaction, rewriter);
            assertEquals(PARTITIONS / PARTITIONS_PER_SSTABLE, sstables);
            int definitions = 0;
            for (WrittenSchemas written : finished(rewriter)) {
                definitions += written.count();
                assertEquals(0, written.countOnHeap());
            }
            assertTrue(definitions > PARTITIONS / 2, "definitions=" + definitions);
            assertEquals(before, rows());
            rewriter.finish();
            assertEquals(sstables, store().getLiveSSTables().size());
        }
        assertEquals(before, rows());
    }

    /** The dictionaries are on disk long before the end; an abort must remove them like every other file. */
    @Test
    void abort_ofManySstables_leavesNoFile_andReadersOfThemReadOn() throws IOException {
        write(PARTITIONS / 4);
        List<String> before = rows();
        Set<String> files = files();
        Ref<SSTableReader> early = null;
        try (LifecycleTransaction transaction = begin();
                SSTableRewriter rewriter = rewriter(transaction, true)) {
            rewrite(transaction, rewriter);
            early = early().tryRef();
            assertTrue(files().size() > files.size());
        }
        assertNotNull(early);
        assertEquals(3 * PARTITIONS_PER_SSTABLE, rowCount(early.get()));
        early.release();
        LifecycleTransaction.waitForDeletions();
        assertEquals(files, files());
        assertEquals(before, rows());
    }

    /** A directory in the place of the dictionary stands for a full disk. */
    @Test
    void rewrite_dictionaryCannotBeWritten_failsAndLeavesNoFile() throws IOException {
        write(PARTITIONS_PER_SSTABLE);
        List<String> before = rows();
        Set<String> files = files();
        try (LifecycleTransaction transaction = begin();
                SSTableRewriter rewriter = rewriter(transaction, true)) {
            SSTableWriter first = writer(transaction);
            Files.createDirectory(
                    first.descriptor.fileFor(CataloguedFormat.SCHEMAS).toPath());
            rewriter.switchWriter(first);
            append(rewriter);
            assertThrows(FSWriteError.class, () -> rewriter.switchWriter(writer(transaction)));
        }
        LifecycleTransaction.waitForDeletions();
        assertEquals(files, files());
        assertEquals(before, rows());
    }

    private LifecycleTransaction begin() {
        SSTableReader only = store().getLiveSSTables().iterator().next();
        return store().getTracker().tryModify(only, OperationType.COMPACTION);
    }

    private SSTableRewriter rewriter(LifecycleTransaction transaction, boolean isOpenedEarly) {
        return isOpenedEarly
                ? SSTableRewriter.construct(store(), transaction, false, Long.MAX_VALUE)
                : SSTableRewriter.constructWithoutEarlyOpening(transaction, false, Long.MAX_VALUE);
    }

    /** Writes all partitions and begins an SSTable that gets none; returns the number of the others. */
    private int rewrite(LifecycleTransaction transaction, SSTableRewriter rewriter) throws IOException {
        int partitions = 0;
        try (ISSTableScanner rows = transaction.onlyOne().getScanner()) {
            while (rows.hasNext()) {
                if (partitions % PARTITIONS_PER_SSTABLE == 0) {
                    rewriter.switchWriter(writer(transaction));
                }
                rewriter.append(rows.next());
                partitions++;
            }
        }
        rewriter.switchWriter(writer(transaction));
        return partitions / PARTITIONS_PER_SSTABLE;
    }

    private void append(SSTableRewriter rewriter) throws IOException {
        try (ISSTableScanner rows = store().getLiveSSTables().iterator().next().getScanner()) {
            while (rows.hasNext()) {
                rewriter.append(rows.next());
            }
        }
    }

    private SSTableWriter writer(LifecycleTransaction transaction) {
        return CompactionManager.createWriter(
                store(),
                store().getDirectories().getDirectoryForNewSSTables(),
                PARTITIONS_PER_SSTABLE,
                0,
                null,
                false,
                transaction.onlyOne(),
                transaction);
    }

    private static List<WrittenSchemas> finished(SSTableRewriter rewriter) {
        List<WrittenSchemas> finished = new ArrayList<>();
        rewriter.forEachWriter(writer -> {
            if (writer != rewriter.currentWriter()) {
                finished.add((WrittenSchemas)
                        ComponentSchemas.get(WriterHeaders.of(writer).toComponent()));
            }
        });
        return finished;
    }

    private SSTableReader early() {
        return store().getLiveSSTables().stream()
                .filter(sstable -> sstable.openReason == OpenReason.EARLY)
                .findFirst()
                .orElseThrow();
    }

    private static int rowCount(SSTableReader sstable) throws IOException {
        int count = 0;
        try (ISSTableScanner partitions = sstable.getScanner()) {
            while (partitions.hasNext()) {
                try (var partition = partitions.next()) {
                    while (partition.hasNext()) {
                        partition.next();
                        count++;
                    }
                }
            }
        }
        return count;
    }

    private void write(int partitions) {
        for (int k = 0; k < partitions; k++) {
            for (int c = 0; c < 3; c++) {
                node.process("INSERT INTO " + table + " (k, c, tags) VALUES (" + k + ", " + c + ", {'host" + k + "': 'h"
                        + c + "', 'rack': 'r'})");
            }
        }
        store().forceBlockingFlush(FlushReason.UNIT_TESTS);
    }

    private Set<String> files() throws IOException {
        Path directory = store().getDirectories().getDirectoryForNewSSTables().toPath();
        try (Stream<Path> files = Files.list(directory)) {
            return new TreeSet<>(
                    files.map(file -> file.getFileName().toString()).toList());
        }
    }

    private ColumnFamilyStore store() {
        return node.table(table);
    }

    private List<String> rows() {
        ResultMessage.Rows result = (ResultMessage.Rows) node.process("SELECT * FROM " + table);
        List<String> rows = new ArrayList<>();
        for (List<ByteBuffer> row : result.result.rows) {
            rows.add(row.stream().map(ByteBufferUtil::bytesToHex).toList().toString());
        }
        Collections.sort(rows);
        return rows;
    }
}
