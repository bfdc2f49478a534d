package org.ssdtier.node.differential;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.cassandra.cql3.CQLStatement;
import org.apache.cassandra.cql3.QueryOptions;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.ReadQuery;
import org.apache.cassandra.db.ReadResponse;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.SinglePartitionReadQuery;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.ComplexColumnData;
import org.apache.cassandra.db.rows.RangeTombstoneMarker;
import org.apache.cassandra.db.rows.Row;
import org.apache.cassandra.db.rows.Unfiltered;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.service.pager.PagingState;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.apache.cassandra.utils.concurrent.OpOrder;
import org.jspecify.annotations.Nullable;
import org.ssdtier.node.embedded.EmbeddedNode;

/** A pair of tables with the same definition: {@code cached} has the feature under test, {@code plain} does not. */
final class Twins {
    static final String NO_ROWS = "{'keys': 'ALL', 'rows_per_partition': 'NONE'}";

    final String cached;
    final String plain;
    private final EmbeddedNode node;

    Twins(EmbeddedNode node, String name) {
        this.node = node;
        this.cached = name + "_cached";
        this.plain = name + "_plain";
    }

    ColumnFamilyStore cachedTable() {
        return node.table(cached);
    }

    ColumnFamilyStore plainTable() {
        return node.table(plain);
    }

    /** Parses a statement for each of the two tables; the result is valid until their definition changes. */
    Pair parse(String cql) {
        return new Pair(parse(cql, cached), parse(cql, plain));
    }

    /** A statement, parsed for each of the two tables. */
    record Pair(Parsed cached, Parsed plain) {}

    /** A parsed statement, or the reason why it is invalid. */
    record Parsed(@Nullable CQLStatement statement, String wrong) {}

    private Parsed parse(String cql, String table) {
        try {
            return new Parsed(node.parse(on(cql, table)), "");
        } catch (InvalidRequestException e) {
            return new Parsed(null, wrong(e));
        }
    }

    static String on(String cql, String table) {
        return cql.replace("%T", table);
    }

    /** The way a statement is run. */
    record Way(boolean coordinated, @Nullable Long nowInSeconds, int pageSize) {}

    /** Returns the answer as text: every page with its rows, or the reason why the statement is invalid. */
    String answer(Parsed parsed, Way way) {
        CQLStatement statement = parsed.statement;
        if (statement == null) {
            return parsed.wrong;
        }
        if (!(statement instanceof SelectStatement select)) {
            return answer(statement, way);
        }
        // Values that a local range read finds in a memtable outside the heap are not copied: until they are text, a
        // flush must not free the memtable.
        ColumnFamilyStore table = Objects.requireNonNull(ColumnFamilyStore.getIfExists(select.table.id));
        try (OpOrder.Group reading = table.readOrdering.start()) {
            return answer(statement, way);
        }
    }

    private String answer(CQLStatement statement, Way way) {
        StringBuilder text = new StringBuilder();
        PagingState page = null;
        try {
            do {
                QueryOptions options = EmbeddedNode.options(way.nowInSeconds, way.pageSize, page);
                ResultMessage message =
                        way.coordinated ? node.process(statement, options) : node.processLocally(statement, options);
                if (!(message instanceof ResultMessage.Rows rows)) {
                    return "done";
                }
                rows.result.rows.forEach(row -> text.append(row(row)).append('\n'));
                page = rows.result.metadata.getPagingState();
                text.append(page == null ? "" : "--\n");
            } while (page != null);
        } catch (InvalidRequestException e) {
            text.append(wrong(e));
        }
        return text.toString();
    }

    private String wrong(InvalidRequestException e) {
        return "invalid: " + String.valueOf(e.getMessage()).replace(cached, "T").replace(plain, "T");
    }

    private static String row(List<@Nullable ByteBuffer> values) {
        List<String> texts = new ArrayList<>();
        for (ByteBuffer value : values) {
            texts.add(value == null ? "null" : ByteBufferUtil.bytesToHex(value));
        }
        return String.join(" ", texts);
    }

    /** Returns the digests that a replica would send for a select by key, one for each key; empty for other selects. */
    static List<String> digests(Parsed parsed, long nowInSeconds) {
        List<String> digests = new ArrayList<>();
        for (SinglePartitionReadCommand command : commands(parsed, nowInSeconds)) {
            try (ReadExecutionController controller = command.executionController();
                    UnfilteredPartitionIterator partitions = command.executeLocally(controller)) {
                ReadResponse response = ReadResponse.createDigestResponse(partitions, command);
                digests.add(ByteBufferUtil.bytesToHex(response.digest(command)));
            }
        }
        return digests;
    }

    /**
     * Returns the content from which a replica's digest is made, as readable text.
     *
     * @param withShadowed whether to include deletions of collections that have no effect, because the row or partition was deleted
     *     no earlier
     */
    static String content(Parsed parsed, long nowInSeconds, boolean withShadowed) {
        StringBuilder text = new StringBuilder();
        for (SinglePartitionReadCommand command : commands(parsed, nowInSeconds)) {
            try (ReadExecutionController controller = command.executionController();
                    UnfilteredPartitionIterator partitions = command.executeLocally(controller)) {
                while (partitions.hasNext()) {
                    try (UnfilteredRowIterator rows = partitions.next()) {
                        append(text, rows, withShadowed);
                    }
                }
            }
        }
        return text.toString();
    }

    private static void append(StringBuilder text, UnfilteredRowIterator rows, boolean withShadowed) {
        // Without clustering columns, the text of a clustering depends on the row's source: EMPTY or nothing.
        boolean hasClustering = !rows.metadata().clusteringColumns().isEmpty();
        boolean reversed = rows.isReverseOrder();
        DeletionTime partition = rows.partitionLevelDeletion();
        DeletionTime active = partition;
        text.append(partition).append(" reversed=").append(reversed);
        text.append(rows.columns()).append(" static ");
        Row staticRow = withShadowed ? rows.staticRow() : withoutShadowed(rows.staticRow(), partition);
        text.append(
                staticRow == null || staticRow.isEmpty()
                        ? "none"
                        : staticRow.toString(rows.metadata(), hasClustering, true));
        while (rows.hasNext()) {
            Unfiltered next = rows.next();
            if (next instanceof RangeTombstoneMarker marker) {
                DeletionTime range = marker.isOpen(reversed) ? marker.openDeletionTime(reversed) : DeletionTime.LIVE;
                active = range.supersedes(partition) ? range : partition;
            }
            Unfiltered left = next instanceof Row row && !withShadowed ? withoutShadowed(row, active) : next;
            text.append(left == null ? "" : "\n    " + left.toString(rows.metadata(), hasClustering, true));
        }
        text.append('\n');
    }

    /** Returns the row without deletions of collections that have no effect; null if nothing is left of it. */
    private static @Nullable Row withoutShadowed(Row row, DeletionTime around) {
        DeletionTime own = row.deletion().time();
        DeletionTime active = own.supersedes(around) ? own : around;
        return row.transformAndFilter(column -> column instanceof ComplexColumnData collection
                        && !collection.complexDeletion().supersedes(active)
                ? collection.transformAndFilter(DeletionTime.LIVE, cell -> cell)
                : column);
    }

    private static List<SinglePartitionReadCommand> commands(Parsed parsed, long nowInSeconds) {
        if (!(parsed.statement instanceof SelectStatement select)) {
            return List.of();
        }
        try {
            ReadQuery query = select.getQuery(EmbeddedNode.options(nowInSeconds, -1, null), nowInSeconds);
            List<SinglePartitionReadCommand> commands = new ArrayList<>();
            if (query instanceof SinglePartitionReadQuery.Group<?> group) {
                group.queries.forEach(one -> commands.add((SinglePartitionReadCommand) one));
            }
            return commands;
        } catch (InvalidRequestException e) {
            return List.of();
        }
    }
}
