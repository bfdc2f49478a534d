package org.ssdtier.ycsb.cql;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.time.Duration;
import java.util.Properties;

/** Static methods to create, truncate and drop tables. Every method returns when the nodes agree on the schema. */
public final class CqlSchema {
    private static final Duration TIMEOUT = Duration.ofSeconds(90);

    private CqlSchema() {}

    /**
     * Creates the keyspace and table described by YCSB's properties, if they do not exist, with a session of its own.
     */
    public static void create(Properties properties) {
        try (SharedSession session = SharedSession.acquire(CqlSettings.from(properties))) {
            create(session.session(), TableSpec.from(properties));
        }
    }

    /** Creates the keyspace and the table if they do not exist. */
    public static void create(CqlSession session, TableSpec table) {
        execute(session, table.createKeyspaceCql());
        execute(session, table.createTableCql());
    }

    /** Drops the table if it exists. */
    public static void drop(CqlSession session, TableSpec table) {
        execute(session, "DROP TABLE IF EXISTS " + table.quoted());
    }

    /** Removes all rows of the table. */
    public static void truncate(CqlSession session, TableSpec table) {
        execute(session, "TRUNCATE TABLE " + table.quoted());
    }

    /** Sets the row cache's part of the table option {@code caching}: ALL, NONE or a number. */
    public static void alterRowsPerPartition(CqlSession session, TableSpec table, String rowsPerPartition) {
        execute(
                session,
                "ALTER TABLE " + table.quoted() + " WITH caching = {'keys': 'ALL', 'rows_per_partition': '"
                        + rowsPerPartition + "'}");
    }

    /** Executes a statement on schema or data that may take longer than a request. */
    public static void execute(CqlSession session, String cql) {
        AsyncResultSet result = session.executeAsync(
                        SimpleStatement.newInstance(cql).setTimeout(TIMEOUT))
                .toCompletableFuture()
                .join();
        if (!result.getExecutionInfo().isSchemaInAgreement()) {
            throw new IllegalStateException("statement=" + cql + ": the nodes disagree on the schema");
        }
    }
}
