package org.ssdtier.benchmarks.stale;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.StoreException;
import org.ssdtier.ycsb.stale.VersionStore;

/**
 * A store of single-row partitions. The rows of one partition of the checker are separate keys here. A read of a range
 * is one request for all keys ({@code IN}), which the node answers with one look-up in the row cache per key, in
 * parallel. So a client that shares two cores with the node can request enough rows.
 */
public final class SingleRowStore implements VersionStore {
    private static final int CONTENT_ONE_IN = 4;

    private final CqlSession session;
    private final int rowsPerGroup;
    private final int contentBytes;
    private final PreparedStatement insert;
    private final PreparedStatement delete;
    private final PreparedStatement selectVersion;
    private final PreparedStatement selectContent;

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
        selectVersion = session.prepare("SELECT key, version FROM " + name + " WHERE key IN ?");
        selectContent = session.prepare("SELECT key, version, content FROM " + name + " WHERE key IN ?");
    }

    static String definition(String name) {
        return "CREATE TABLE " + name + " (key bigint PRIMARY KEY, version bigint, content blob)";
    }

    @Override
    public void write(int partition, int row, long version) throws StoreException {
        long key = key(partition, row);
        ProbeTable.execute(session, insert.bind(key, version, ProbeTable.content(key, version, contentBytes)));
    }

    @Override
    public void delete(int partition, int row) throws StoreException {
        ProbeTable.execute(session, delete.bind(key(partition, row)));
    }

    @Override
    public int read(int partition, RowRange range, long[] versions) throws StoreException {
        List<Long> keys = new ArrayList<>();
        for (int row = range.first(); row <= range.last(); row++) {
            keys.add(key(partition, row));
        }
        if (range.reversed()) {
            Collections.reverse(keys);
        }
        boolean withContent = (range.first() + range.last()) % CONTENT_ONE_IN == 0;
        int foreign = 0;
        for (Row row : ProbeTable.execute(session, (withContent ? selectContent : selectVersion).bind(keys))) {
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

    private boolean hasContent(Row row, long key, long version) {
        return ProbeTable.isContentOf(Objects.requireNonNull(row.getByteBuffer(2)), key, version, contentBytes);
    }

    private long key(int partition, int row) {
        return (long) partition * rowsPerGroup + row;
    }
}
