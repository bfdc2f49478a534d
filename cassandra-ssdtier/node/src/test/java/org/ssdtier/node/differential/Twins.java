package org.ssdtier.node.differential;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.cassandra.cql3.QueryProcessor;
import org.apache.cassandra.cql3.statements.SelectStatement;
import org.apache.cassandra.db.ColumnFamilyStore;
import org.apache.cassandra.db.ReadExecutionController;
import org.apache.cassandra.db.ReadQuery;
import org.apache.cassandra.db.ReadResponse;
import org.apache.cassandra.db.SinglePartitionReadCommand;
import org.apache.cassandra.db.SinglePartitionReadQuery;
import org.apache.cassandra.db.partitions.UnfilteredPartitionIterator;
import org.apache.cassandra.db.rows.UnfilteredRowIterator;
import org.apache.cassandra.exceptions.InvalidRequestException;
import org.apache.cassandra.service.ClientState;
import org.apache.cassandra.service.pager.PagingState;
import org.apache.cassandra.transport.messages.ResultMessage;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.jspecify.annotations.Nullable;
import org.ssdtier.node.embedded.EmbeddedNode;

/** Two tables of one definition; {@code cached} has the row cache, {@code plain} has not. */
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

    /** Runs a statement on both; returns the two answers, which must be equal. */
    List<String> both(String cql, @Nullable Long nowInSeconds) {
        return List.of(answer(on(cql, cached), nowInSeconds, -1), answer(on(cql, plain), nowInSeconds, -1));
    }

    String answerOfCached(String cql, @Nullable Long nowInSeconds, int pageSize) {
        return answer(on(cql, cached), nowInSeconds, pageSize);
    }

    String answerOfPlain(String cql, @Nullable Long nowInSeconds, int pageSize) {
        return answer(on(cql, plain), nowInSeconds, pageSize);
    }

    static String on(String cql, String table) {
        return cql.replace("%T", table);
    }

    /** The answer as text: every page with its rows, or what was wrong with the statement. */
    private String answer(String cql, @Nullable Long nowInSeconds, int pageSize) {
        StringBuilder text = new StringBuilder();
        PagingState page = null;
        try {
            do {
                ResultMessage message = node.process(cql, nowInSeconds, pageSize, page);
                if (!(message instanceof ResultMessage.Rows rows)) {
                    return message.getClass().getSimpleName();
                }
                rows.result.rows.forEach(row -> text.append(row(row)).append('\n'));
                page = rows.result.metadata.getPagingState();
                text.append(page == null ? "" : "--\n");
            } while (page != null);
        } catch (InvalidRequestException e) {
            text.append("invalid: ").append(e.getMessage().replace(cached, "T").replace(plain, "T"));
        }
        return text.toString();
    }

    private static String row(List<@Nullable ByteBuffer> values) {
        List<String> texts = new ArrayList<>();
        for (ByteBuffer value : values) {
            texts.add(value == null ? "null" : ByteBufferUtil.bytesToHex(value));
        }
        return String.join(" ", texts);
    }

    /** What a replica would send as the digest of a select by key, one for each key; empty for other selects. */
    List<String> digests(String cql, String table, long nowInSeconds) {
        List<String> digests = new ArrayList<>();
        for (SinglePartitionReadCommand command : commands(cql, table, nowInSeconds)) {
            try (ReadExecutionController controller = command.executionController();
                    UnfilteredPartitionIterator partitions = command.executeLocally(controller)) {
                ReadResponse response = ReadResponse.createDigestResponse(partitions, command);
                digests.add(ByteBufferUtil.bytesToHex(response.digest(command)));
            }
        }
        return digests;
    }

    /** What the digest is made of, for people. */
    String content(String cql, String table, long nowInSeconds) {
        StringBuilder text = new StringBuilder();
        for (SinglePartitionReadCommand command : commands(cql, table, nowInSeconds)) {
            try (ReadExecutionController controller = command.executionController();
                    UnfilteredPartitionIterator partitions = command.executeLocally(controller)) {
                while (partitions.hasNext()) {
                    try (UnfilteredRowIterator rows = partitions.next()) {
                        text.append(rows.partitionLevelDeletion())
                                .append(" reversed=")
                                .append(rows.isReverseOrder());
                        text.append(rows.columns())
                                .append(" static ")
                                .append(
                                        rows.staticRow().isEmpty()
                                                ? "none"
                                                : rows.staticRow().toString(rows.metadata(), true));
                        while (rows.hasNext()) {
                            text.append("\n    ").append(rows.next().toString(rows.metadata(), true));
                        }
                        text.append('\n');
                    }
                }
            }
        }
        return text.toString();
    }

    private static List<SinglePartitionReadCommand> commands(String cql, String table, long nowInSeconds) {
        ClientState state = ClientState.forInternalCalls(EmbeddedNode.KEYSPACE);
        try {
            if (!(QueryProcessor.parseStatement(on(cql, table), state) instanceof SelectStatement select)) {
                return List.of();
            }
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
