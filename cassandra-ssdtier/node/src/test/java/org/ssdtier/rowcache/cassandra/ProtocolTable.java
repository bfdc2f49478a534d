package org.ssdtier.rowcache.cassandra;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ColumnFamilyStore.FlushReason;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.SinglePartitionReadQuery;
import org.apache.cassandra.db.marshal.Int32Type;
import org.apache.cassandra.db.marshal.UTF8Type;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.io.sstable.format.SSTableReader;
import org.apache.cassandra.io.util.File;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.apache.cassandra.utils.FBUtilities;
import org.jspecify.annotations.Nullable;
import org.ssdtier.node.embedded.EmbeddedNode;
import org.ssdtier.rowcache.CachedTable;
import org.ssdtier.rowcache.Image;
import org.ssdtier.rowcache.RowKey;
import org.ssdtier.rowcache.Tier;
import org.ssdtier.rowcache.cassandra.ProtocolSteps.Step;

/** A row-cached table {@code (k, c, a, z)} of a test, with methods to run an action at a given step of another operation. */
final class ProtocolTable {
    static final String ALL = "{'keys': 'ALL', 'rows_per_partition': 'ALL'}";
    static final String FIRST_TWO = "{'keys': 'ALL', 'rows_per_partition': '2'}";
    static final String NONE = "{'keys': 'ALL', 'rows_per_partition': 'NONE'}";

    private static final AtomicInteger TABLES = new AtomicInteger();

    final String name = "guard" + TABLES.incrementAndGet();
    private final EmbeddedNode node = EmbeddedNode.start();

    ProtocolTable(String caching) {
        this("k, c", caching);
    }

    /** Creates a table with another primary key; {@code caching} may be followed by further properties. */
    ProtocolTable(String primaryKey, String caching) {
        this("a text, z text", primaryKey, caching);
    }

    private ProtocolTable(String columns, String primaryKey, String caching) {
        node.process("CREATE TABLE " + name + " (k int, c int, " + columns + ", PRIMARY KEY (" + primaryKey
                + ")) WITH caching = " + caching);
        store().disableAutoCompaction();
    }

    /** Creates a table with a counter {@code n} in place of the other columns. */
    static ProtocolTable ofCounters(String caching) {
        return new ProtocolTable("n counter", "k, c", caching);
    }

    ColumnFamilyStore store() {
        return node.table(name);
    }

    SsdRowCache cache() {
        return Objects.requireNonNull(SsdRowCache.ready(), "the node has no row cache");
    }

    void run(String cql) {
        node.process(cql.replace("%T", name));
    }

    /** Same as {@link #run}, at a given time, so that tombstones of two tables are equal. */
    void runAt(long nowInSeconds, String cql) {
        node.process(cql.replace("%T", name), nowInSeconds, -1, null);
    }

    void insert(int... rows) {
        for (int row : rows) {
            run("INSERT INTO %T (k, c, a) VALUES (1, " + row + ", 'value')");
        }
    }

    void flush() {
        store().forceBlockingFlush(FlushReason.UNIT_TESTS);
    }

    void truncate() {
        run("TRUNCATE %T");
    }

    /** Reads the partition and returns the clusterings of its rows. */
    List<Integer> read() {
        return read("");
    }

    List<Integer> read(String restriction) {
        return readRows(" WHERE k = 1" + restriction);
    }

    List<Integer> readPartition(int partition) {
        return readRows(" WHERE k = " + partition);
    }

    /** Scans the table and returns the clusterings of all rows. */
    List<Integer> readAll() {
        return readRows("");
    }

    /** Returns the value of a static column of the partition; an empty list if there is no such partition. */
    List<String> readStatic(String column) {
        ResultMessage message = node.process("SELECT DISTINCT " + column + " FROM " + name + " WHERE k = 1");
        return ((ResultMessage.Rows) message)
                .result.rows.stream()
                        .map(row -> row.get(0) == null ? "null" : UTF8Type.instance.compose(row.get(0)))
                        .toList();
    }

    private List<Integer> readRows(String where) {
        return clusterings(node.process("SELECT c FROM " + name + where));
    }

    /** Returns the token of a partition. */
    long token(int partition) {
        return store().decorateKey(Int32Type.instance.decompose(partition))
                .getToken()
                .getLongValue();
    }

    /** Copies the files of this table's SSTables to a directory from which another table can import them; returns the directory. */
    String copyFor(ProtocolTable target, Path directory) throws IOException {
        Path files =
                Files.createDirectories(directory.resolve(EmbeddedNode.KEYSPACE).resolve(target.name));
        for (SSTableReader sstable : store().getLiveSSTables()) {
            for (File file : sstable.descriptor.directory.tryList()) {
                if (file.isFile()) {
                    Files.copy(file.toPath(), files.resolve(file.name()), StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
        return files.toString();
    }

    void importFrom(String directory) {
        List<String> failed =
                store().importNewSSTables(Set.of(directory), true, true, false, false, false, false, true);
        if (!failed.isEmpty()) {
            throw new AssertionError("not imported: " + failed);
        }
    }

    /** Prepares a statement that reads the whole partition. */
    Supplier<List<Integer>> prepare() {
        Supplier<ResultMessage> statement =
                node.prepare("SELECT c FROM " + EmbeddedNode.KEYSPACE + "." + name + " WHERE k = 1");
        return () -> clusterings(statement.get());
    }

    private static List<Integer> clusterings(ResultMessage message) {
        List<Integer> rows = new ArrayList<>();
        ((ResultMessage.Rows) message).result.rows.forEach(row -> rows.add(Int32Type.instance.compose(row.get(0))));
        return rows;
    }

    /** Reads the partition into the cache and checks that it has an image. A key without data on disk must be read twice. */
    void fill() {
        read();
        if (!isCached()) {
            read();
        }
        if (!isCached()) {
            throw new AssertionError("the partition was read, but has no image");
        }
    }

    boolean isCached() {
        return isCached(1);
    }

    boolean isCached(int partition) {
        return image(partition) != null;
    }

    /** Returns a copy of the partition's image; null if there is none. */
    @Nullable
    ByteBuffer image() {
        return image(1);
    }

    private @Nullable ByteBuffer image(int partition) {
        TableImages images = images();
        RowKey key = images.key(store().decorateKey(Int32Type.instance.decompose(partition)));
        try (Image image = cache().tiers().find(key, images.state.ticket())) {
            return image == null ? null : ByteBufferUtil.clone(image.bytes());
        }
    }

    /** Publishes an image of the partition, as a read would do. */
    void publish(ByteBuffer image) {
        if (!cache().tiers().publish(key(), images().state.ticket(), image)) {
            throw new AssertionError("the image was refused");
        }
    }

    RowKey key() {
        return images().key(store().decorateKey(Int32Type.instance.decompose(1)));
    }

    TableImages images() {
        return cache().tables().of(store());
    }

    /** Returns the number of look-ups that the cache counts as hits. */
    long hits() {
        CachedTable state = images().state;
        return state.hits(Tier.MEMORY) + state.hits(Tier.PENDING) + state.hits(Tier.SSD);
    }

    /** Returns the number of look-ups that the cache counts as misses. */
    long misses() {
        return images().state.misses();
    }

    /** Returns a read of the partition under the current definition, to be executed later. */
    SinglePartitionReadCommand command() {
        return command("SELECT * FROM %T WHERE k = 1");
    }

    /** Returns the read command of a select, to be executed later. */
    SinglePartitionReadCommand command(String cql) {
        SelectStatement select = (SelectStatement) QueryProcessor.parseStatement(
                cql.replace("%T", name), ClientState.forInternalCalls(EmbeddedNode.KEYSPACE));
        SinglePartitionReadQuery.Group<?> group = (SinglePartitionReadQuery.Group<?>)
                select.getQuery(EmbeddedNode.options(null, -1, null), FBUtilities.nowInSeconds());
        return (SinglePartitionReadCommand) group.queries.get(0);
    }

    /** Returns a replica's answer to a command: rows and tombstones. */
    static String execute(SinglePartitionReadCommand command) {
        StringBuilder text = new StringBuilder();
        try (ReadExecutionController controller = command.executionController();
                UnfilteredPartitionIterator partitions = command.executeLocally(controller)) {
            while (partitions.hasNext()) {
                try (UnfilteredRowIterator rows = partitions.next()) {
                    rows.forEachRemaining(row ->
                            text.append(row.toString(rows.metadata(), false)).append('\n'));
                }
            }
        }
        return text.toString();
    }

    /** Runs an action when this table reaches a step for the first time; the steps of the action itself are not observed. */
    void at(Step step, Runnable action) {
        ProtocolSteps steps = cache().steps();
        steps.observe((reached, store) -> {
            if (reached == step && store.name.equals(name)) {
                steps.observe(null);
                action.run();
            }
        });
    }

    /** Counts how often this table reaches a step while the action runs. */
    int count(Step step, Runnable action) {
        AtomicInteger count = new AtomicInteger();
        cache().steps().observe((reached, store) -> {
            if (reached == step && store.name.equals(name)) {
                count.incrementAndGet();
            }
        });
        action.run();
        cache().steps().observe(null);
        return count.get();
    }
}
