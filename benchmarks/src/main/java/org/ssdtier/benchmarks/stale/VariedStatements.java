package org.ssdtier.benchmarks.stale;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;

/**
 * The statements of a {@link VariedStore}.
 *
 * @param insert writes all columns of a row
 * @param updatePart writes one column
 * @param updateTag writes one element of the map
 * @param writeStatic writes the static columns
 * @param expire writes all columns of a row for a second
 * @param expireStatic writes the static columns for a second
 * @param deleteRow deletes a row
 * @param deleteRange deletes a range of rows
 * @param deleteStatic deletes the static columns
 * @param readAll reads a partition
 * @param readSlice reads some of its rows
 * @param readReversed reads them in descending order
 */
record VariedStatements(
        PreparedStatement insert,
        PreparedStatement updatePart,
        PreparedStatement updateTag,
        PreparedStatement writeStatic,
        PreparedStatement expire,
        PreparedStatement expireStatic,
        PreparedStatement deleteRow,
        PreparedStatement deleteRange,
        PreparedStatement deleteStatic,
        PreparedStatement readAll,
        PreparedStatement readSlice,
        PreparedStatement readReversed) {
    /** Creates the table and prepares its statements. */
    static VariedStatements create(CqlSession session, String table) {
        session.execute("CREATE TABLE " + table
                + " (partition int, row int, version bigint, a blob, b blob, tags map<int, bigint>,"
                + " fixed_version bigint static, fixed blob static, PRIMARY KEY (partition, row))"
                + " WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}");
        String insert = "INSERT INTO " + table + " (partition, row, version, a, b, tags) VALUES (?, ?, ?, ?, ?, ?)";
        String update = "UPDATE " + table;
        String delete = "DELETE FROM " + table + " WHERE partition = ?";
        String select = "SELECT * FROM " + table + " WHERE partition = ?";
        String setStatic = " SET fixed_version = ?, fixed = ? WHERE partition = ?";
        String slice = select + " AND row >= ? AND row <= ?";
        return new VariedStatements(
                session.prepare(insert),
                session.prepare(update + " SET version = ?, a = ? WHERE partition = ? AND row = ?"),
                session.prepare(update + " SET version = ?, tags[?] = ? WHERE partition = ? AND row = ?"),
                session.prepare(update + setStatic),
                session.prepare(insert + " USING TTL 1"),
                session.prepare(update + " USING TTL 1" + setStatic),
                session.prepare(delete + " AND row = ?"),
                session.prepare(delete + " AND row >= ? AND row <= ?"),
                session.prepare("DELETE fixed_version, fixed FROM " + table + " WHERE partition = ?"),
                session.prepare(select),
                session.prepare(slice),
                session.prepare(slice + " ORDER BY row DESC"));
    }
}
