package org.ssdtier.benchmarks.varied;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;

/**
 * The table of a {@link VariedStore}, and how its requests are sent.
 *
 * @param keyspace its keyspace
 * @param name its name
 * @param rowsPerPartition rows of a partition, the static one included
 * @param level consistency level of all requests
 * @param isRetried whether the driver may send a request again. Then each write has a timestamp of its own, the list is frozen,
 *     because a list that is written twice has its elements twice, and reads at {@code ONE} are answered by the replica that
 *     the driver has chosen
 */
public record VariedTable(
        String keyspace, String name, int rowsPerPartition, ConsistencyLevel level, boolean isRetried) {
    /** Returns a table whose requests are sent once, to the only node there is. */
    public static VariedTable ofOneNode(String keyspace, String name, int rowsPerPartition) {
        return new VariedTable(keyspace, name, rowsPerPartition, ConsistencyLevel.LOCAL_ONE, false);
    }

    /** Returns a table whose requests are sent at a quorum of its replicas, again if there is no answer. */
    public static VariedTable ofReplicas(String keyspace, String name, int rowsPerPartition) {
        return new VariedTable(keyspace, name, rowsPerPartition, ConsistencyLevel.QUORUM, true);
    }

    String qualifiedName() {
        return keyspace + "." + name;
    }

    String listType() {
        return isRetried ? "frozen<list<bigint>>" : "list<bigint>";
    }

    String options() {
        return "caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}"
                + (isRetried ? " AND speculative_retry = 'NEVER'" : "");
    }

    PreparedStatement prepare(CqlSession session, String cql) {
        return prepare(session, cql, isRetried);
    }

    /** Prepares a statement that is never sent again after the driver has lost sight of it. */
    PreparedStatement prepareOnce(CqlSession session, String cql) {
        return prepare(session, cql, false);
    }

    private PreparedStatement prepare(CqlSession session, String cql, boolean isIdempotent) {
        return session.prepare(
                SimpleStatement.newInstance(cql).setConsistencyLevel(level).setIdempotent(isIdempotent));
    }
}
