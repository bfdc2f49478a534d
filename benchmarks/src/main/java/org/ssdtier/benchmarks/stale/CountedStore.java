package org.ssdtier.benchmarks.stale;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.ssdtier.benchmarks.load.RowContent;
import org.ssdtier.ycsb.stale.RowRange;
import org.ssdtier.ycsb.stale.StoreException;
import org.ssdtier.ycsb.stale.VersionStore;

/**
 * A store whose versions are counters: each write adds one, so that a row's counter is its version. Nothing is deleted,
 * because Cassandra does not define what a deleted counter is when it is written again, and nothing is truncated, because a
 * counter that begins again at 0 is not its row's version. A write that failed may have been counted or not, so that the row
 * is not written any more.
 */
final class CountedStore implements VersionStore {
    private final CqlSession session;
    private final int rowsPerPartition;
    private final PreparedStatement add;
    private final PreparedStatement readAll;
    private final PreparedStatement readSlice;
    private final PreparedStatement readReversed;
    private final Set<Long> uncertain = ConcurrentHashMap.newKeySet();

    /**
     * Creates the table.
     *
     * @param name its name
     * @param rowsPerPartition rows of a partition
     */
    CountedStore(CqlSession session, String name, int rowsPerPartition) {
        this.session = session;
        this.rowsPerPartition = rowsPerPartition;
        String table = ProbeTable.KEYSPACE + "." + name;
        session.execute("CREATE TABLE " + table
                + " (partition int, row int, version counter, PRIMARY KEY (partition, row))"
                + " WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}");
        String select = "SELECT partition, row, version FROM " + table + " WHERE partition = ?";
        String slice = select + " AND row >= ? AND row <= ?";
        add = session.prepare("UPDATE " + table + " SET version = version + 1 WHERE partition = ? AND row = ?");
        readAll = session.prepare(select);
        readSlice = session.prepare(slice);
        readReversed = session.prepare(slice + " ORDER BY row DESC");
    }

    @Override
    public void write(int partition, int row, long version) throws StoreException {
        long id = (long) partition * rowsPerPartition + row;
        if (uncertain.contains(id)) {
            throw new StoreException("partition=" + partition + " row=" + row + ": an earlier write has failed", null);
        }
        boolean isDone = false;
        try {
            RowContent.execute(session, add.bind(partition, row));
            isDone = true;
        } finally {
            if (!isDone) {
                uncertain.add(id);
            }
        }
    }

    @Override
    public void delete(int partition, int row) throws StoreException {
        throw new UnsupportedOperationException("counters are never deleted");
    }

    @Override
    public int read(int partition, RowRange range, long[] versions) throws StoreException {
        int foreign = 0;
        for (Row row : RowContent.execute(session, select(partition, range))) {
            int number = row.getInt("row");
            boolean isRight = row.getInt("partition") == partition
                    && number >= range.first()
                    && number <= range.last()
                    && versions[number] == ABSENT;
            if (isRight) {
                versions[number] = row.getLong("version");
            } else {
                foreign++;
            }
        }
        return foreign;
    }

    private BoundStatement select(int partition, RowRange range) {
        return range.whole()
                ? readAll.bind(partition)
                : (range.reversed() ? readReversed : readSlice).bind(partition, range.first(), range.last());
    }
}
