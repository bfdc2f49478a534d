package org.ssdtier.benchmarks.stale;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import java.nio.ByteBuffer;
import org.ssdtier.ycsb.generator.Mix;
import org.ssdtier.ycsb.stale.StoreException;

/** What the tables of the probe have in common: how content is made and checked, and what a failure becomes. */
public final class ProbeTable {
    /** The keyspace of all of them. */
    public static final String KEYSPACE = "probe";

    private ProbeTable() {}

    /** Content that belongs to one version of one row: its first and last eight bytes say which. */
    static ByteBuffer content(long row, long version, int lengthBytes) {
        ByteBuffer content = ByteBuffer.allocate(lengthBytes);
        content.putLong(0, Mix.of(row, version));
        content.putLong(lengthBytes - Long.BYTES, Mix.of(row, version));
        return content;
    }

    /** Whether content is what {@link #content} made for that version of that row. */
    static boolean isContentOf(ByteBuffer content, long row, long version, int lengthBytes) {
        int first = content.position();
        long expected = Mix.of(row, version);
        return content.remaining() == lengthBytes
                && content.getLong(first) == expected
                && content.getLong(content.limit() - Long.BYTES) == expected;
    }

    static ResultSet execute(CqlSession session, BoundStatement statement) throws StoreException {
        try {
            return session.execute(statement);
        } catch (DriverException e) {
            throw new StoreException(e.toString(), e);
        }
    }
}
