package org.apache.cassandra.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.db.ColumnFamilyStore.FlushReason;
import org.apache.cassandra.db.ColumnFamilyStore.ViewFragment;
import org.apache.cassandra.db.lifecycle.SSTableSet;
import org.apache.cassandra.db.lifecycle.View;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.utils.FBUtilities;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ssdtier.node.embedded.EmbeddedNode;

/** Tests that the sources merged here, for releases before 5.0.7, give what Cassandra's own read of a view gives. */
@Tag("unit")
final class ViewReadsTest {
    private static final String TABLE = "view_reads";
    private static final EmbeddedNode NODE = start();

    /** Creates rows in three SSTables and a memtable, with deletions of all kinds in each. */
    private static EmbeddedNode start() {
        EmbeddedNode node = EmbeddedNode.start();
        node.process("CREATE TABLE " + TABLE
                + " (k int, c int, s text static, a text, m map<text, text>, PRIMARY KEY (k, c))");
        ColumnFamilyStore table = node.table(TABLE);
        table.disableAutoCompaction();
        for (int round = 0; round < 4; round++) {
            for (int k = 0; k < 3; k++) {
                write(node, round, k);
            }
            if (round < 3) {
                table.forceBlockingFlush(FlushReason.UNIT_TESTS);
            }
        }
        return node;
    }

    private static void write(EmbeddedNode node, int round, int k) {
        if (k == 1 && round == 1) {
            node.process("DELETE FROM " + TABLE + " WHERE k = 1");
        }
        node.process("INSERT INTO " + TABLE + " (k, s) VALUES (" + k + ", 's" + round + "')");
        for (int c = round; c < round + 6; c++) {
            node.process("INSERT INTO " + TABLE + " (k, c, a, m) VALUES (" + k + ", " + c + ", 'a" + round
                    + "', {'r': '" + round + "'})");
        }
        node.process("DELETE FROM " + TABLE + " WHERE k = " + k + " AND c >= " + round + " AND c < " + (round + 2));
        node.process("DELETE FROM " + TABLE + " WHERE k = " + k + " AND c = " + (round + 3));
        node.process("DELETE a FROM " + TABLE + " WHERE k = " + k + " AND c = " + (round + 4));
        node.process("UPDATE " + TABLE + " SET m['own'] = 'x' WHERE k = " + k + " AND c = " + (round + 5));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM view_reads WHERE k = 0",
                "SELECT * FROM view_reads WHERE k = 1",
                "SELECT a FROM view_reads WHERE k = 0 AND c >= 2 AND c < 6",
                "SELECT * FROM view_reads WHERE k = 2 ORDER BY c DESC",
                "SELECT c, m FROM view_reads WHERE k = 1 AND c > 3 ORDER BY c DESC",
                "SELECT * FROM view_reads WHERE k = 9"
            })
    void merge_ofAView_givesTheRowsAndTombstonesOfCassandrasOwnRead(String query) {
        for (boolean withMemtables : new boolean[] {true, false}) {
            String expected = read(query, withMemtables, ViewReads::read);
            assertEquals(expected, read(query, withMemtables, ViewReads::merge), query);
            assertTrue(expected.contains("oldest"), expected);
        }
    }

    /** The newest SSTable holds the first rows, and none has tombstones: the others are not needed for them. */
    @Test
    void merge_firstRowOnly_opensAndCountsOneOfThreeSSTables() {
        NODE.process("CREATE TABLE lower_bounds (k int, c int, a text, PRIMARY KEY (k, c))");
        ColumnFamilyStore table = NODE.table("lower_bounds");
        table.disableAutoCompaction();
        for (int c = 3; c >= 1; c--) {
            NODE.process("INSERT INTO lower_bounds (k, c, a) VALUES (0, " + c + ", 'a')");
            table.forceBlockingFlush(FlushReason.UNIT_TESTS);
        }
        for (Read read : new Read[] {ViewReads::read, ViewReads::merge}) {
            SinglePartitionReadCommand command = command("SELECT * FROM lower_bounds WHERE k = 0");
            ViewFragment live = table.select(View.select(SSTableSet.LIVE, command.partitionKey()));
            long before = readCounts(live);
            try (ReadExecutionController controller = command.executionController();
                    UnfilteredRowIterator rows = read.of(command, table, live, controller)) {
                assertTrue(rows.hasNext());
                rows.next();
            }
            assertEquals(3, live.sstables.size());
            assertEquals(1, readCounts(live) - before);
        }
    }

    private static long readCounts(ViewFragment sources) {
        return sources.sstables.stream()
                .mapToLong(sstable -> sstable.getReadMeter().count())
                .sum();
    }

    private static String read(String query, boolean withMemtables, Read read) {
        SinglePartitionReadCommand command = command(query);
        ColumnFamilyStore table = NODE.table(TABLE);
        ViewFragment live = table.select(View.select(SSTableSet.LIVE, command.partitionKey()));
        ViewFragment sources = withMemtables ? live : new ViewFragment(live.sstables, List.of());
        StringBuilder text = new StringBuilder();
        try (ReadExecutionController controller = command.executionController()) {
            try (UnfilteredRowIterator rows = read.of(command, table, sources, controller)) {
                text.append(rows.columns()).append(rows.isReverseOrder()).append(rows.partitionLevelDeletion());
                text.append(rows.staticRow().toString(rows.metadata(), true, true))
                        .append('\n');
                rows.forEachRemaining(row ->
                        text.append(row.toString(rows.metadata(), true, true)).append('\n'));
            }
            text.append("oldest ").append(controller.oldestUnrepairedTombstone());
        }
        return text.toString();
    }

    private static SinglePartitionReadCommand command(String query) {
        SelectStatement select = (SelectStatement) NODE.parse(query);
        SinglePartitionReadQuery.Group<?> group = (SinglePartitionReadQuery.Group<?>)
                select.getQuery(EmbeddedNode.options(null, -1, null), FBUtilities.nowInSeconds());
        return (SinglePartitionReadCommand) group.queries.get(0);
    }

    /** A way to read a view. */
    private interface Read {
        UnfilteredRowIterator of(
                SinglePartitionReadCommand command,
                ColumnFamilyStore table,
                ViewFragment sources,
                ReadExecutionController controller);
    }
}
