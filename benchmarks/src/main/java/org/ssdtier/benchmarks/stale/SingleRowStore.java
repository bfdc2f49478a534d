package org.ssdtier.benchmarks.stale;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import org.ssdtier.benchmarks.load.RowContent;
import org.ssdtier.benchmarks.stale.RowRequests.Answer;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.RowReceiver;
import org.ssdtier.ycsb.stale.StoreException;
import org.ssdtier.ycsb.stale.VersionStore;

/**
 * A store of single-row partitions. The rows of one partition of the checker are separate keys here. A read of a range
 * is one request for all keys ({@code IN}), which the node answers with one look-up in the row cache per key, in
 * parallel. So a client that shares two cores with the node can request enough rows. A read of each row sends a request
 * per key ({@code =}), some of them at the same time.
 */
public final class SingleRowStore implements VersionStore {
    private static final int CONTENT_ONE_IN = 4;
    /** Few enough that no request waits long for others of the same reader. */
    private static final int MOST_IN_FLIGHT = 16;

    private final CqlSession session;
    private final int rowsPerGroup;
    private final int contentBytes;
    private final PreparedStatement insert;
    private final PreparedStatement delete;
    private final PreparedStatement selectVersion;
    private final PreparedStatement selectContent;
    private final PreparedStatement selectVersions;
    private final PreparedStatement selectContents;

    /**
     * Creates the table.
     *
     * @param rowsPerGroup maximum number of keys per request
     * @param contentBytes length of each row's content
     */
    public SingleRowStore(CqlSession session, String table, int rowsPerGroup, int contentBytes) {
        this.session = session;
        this.rowsPerGroup = rowsPerGroup;
        this.contentBytes = contentBytes;
        String name = ProbeTable.KEYSPACE + "." + table;
        session.execute(definition(name) + " WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}");
        insert = session.prepare("INSERT INTO " + name + " (key, version, content) VALUES (?, ?, ?)");
        delete = session.prepare("DELETE FROM " + name + " WHERE key = ?");
        selectVersion = session.prepare("SELECT key, version FROM " + name + " WHERE key = ?");
        selectContent = session.prepare("SELECT key, version, content FROM " + name + " WHERE key = ?");
        selectVersions = session.prepare("SELECT key, version FROM " + name + " WHERE key IN ?");
        selectContents = session.prepare("SELECT key, version, content FROM " + name + " WHERE key IN ?");
    }

    static String definition(String name) {
        return "CREATE TABLE " + name + " (key bigint PRIMARY KEY, version bigint, content blob)";
    }

    @Override
    public void write(int partition, int row, long version) throws StoreException {
        long key = key(partition, row);
        RowContent.execute(session, insert.bind(key, version, RowContent.of(key, version, contentBytes)));
    }

    @Override
    public void delete(int partition, int row) throws StoreException {
        RowContent.execute(session, delete.bind(key(partition, row)));
    }

    @Override
    public int read(int partition, RowRange range, long[] versions) throws StoreException {
        boolean withContent = (range.first() + range.last()) % CONTENT_ONE_IN == 0;
        if (range.rows() == 1) {
            long key = key(partition, range.first());
            Answer answer = answer(RowContent.execute(session, selectOne(key, withContent)), key, withContent);
            versions[range.first()] = answer.version();
            return answer.foreignRows();
        }
        List<Long> keys = new ArrayList<>();
        for (int row = range.first(); row <= range.last(); row++) {
            keys.add(key(partition, row));
        }
        if (range.reversed()) {
            Collections.reverse(keys);
        }
        int foreign = 0;
        for (Row row : RowContent.execute(session, (withContent ? selectContents : selectVersions).bind(keys))) {
            long key = row.getLong(0);
            long version = row.getLong(1);
            long index = key - key(partition, 0);
            boolean wanted = index >= range.first() && index <= range.last() && versions[(int) index] == ABSENT;
            if (wanted && (!withContent || hasContent(row, key, version))) {
                versions[(int) index] = version;
            } else {
                foreign++;
            }
        }
        return foreign;
    }

    @Override
    public boolean canReadEach() {
        return true;
    }

    @Override
    public void readEach(int partition, RowRange range, RowReceiver receiver) {
        RowRequests.send(range, MOST_IN_FLIGHT, row -> find(partition, row), receiver);
    }

    private CompletionStage<Answer> find(int partition, int row) {
        long key = key(partition, row);
        boolean withContent = row % CONTENT_ONE_IN == 0;
        return session.executeAsync(selectOne(key, withContent))
                .thenApply(found -> answer(found.currentPage(), key, withContent));
    }

    private BoundStatement selectOne(long key, boolean withContent) {
        return (withContent ? selectContent : selectVersion).bind(key);
    }

    private Answer answer(Iterable<Row> rows, long key, boolean withContent) {
        long found = ABSENT;
        int foreign = 0;
        for (Row row : rows) {
            long version = row.getLong(1);
            boolean wanted = row.getLong(0) == key && found == ABSENT;
            if (wanted && (!withContent || hasContent(row, key, version))) {
                found = version;
            } else {
                foreign++;
            }
        }
        return new Answer(found, foreign);
    }

    private boolean hasContent(Row row, long key, long version) {
        return RowContent.isOf(Objects.requireNonNull(row.getByteBuffer(2)), key, version, contentBytes);
    }

    private long key(int partition, int row) {
        return (long) partition * rowsPerGroup + row;
    }
}
