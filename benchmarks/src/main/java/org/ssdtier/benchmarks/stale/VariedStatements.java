package org.ssdtier.benchmarks.stale;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.type.UserDefinedType;

/**
 * The statements of a {@link VariedStore}.
 *
 * @param insert writes all columns of a row
 * @param updatePart writes the columns {@code a} and {@code steps}
 * @param updateMarks writes the columns {@code marks} and {@code pair}
 * @param updateTag writes one element of the map
 * @param expire writes all columns of a row for a second
 * @param deleteRow deletes a row
 * @param deleteRange deletes a range of rows
 * @param statics writes, expires and deletes the static columns
 * @param readAll reads a partition
 * @param readSlice reads some of its rows
 * @param readReversed reads them in descending order
 */
record VariedStatements(
        PreparedStatement insert,
        PreparedStatement updatePart,
        PreparedStatement updateMarks,
        PreparedStatement updateTag,
        PreparedStatement expire,
        PreparedStatement deleteRow,
        PreparedStatement deleteRange,
        Statics statics,
        PreparedStatement readAll,
        PreparedStatement readSlice,
        PreparedStatement readReversed) {
    private static final String COLUMNS = "partition, row, version, a, b, steps, marks, pair, tags";

    /**
     * The statements of the static columns.
     *
     * @param write writes them
     * @param expire writes them for a second
     * @param delete deletes them
     */
    record Statics(PreparedStatement write, PreparedStatement expire, PreparedStatement delete) {
        private static Statics prepare(CqlSession session, String table) {
            String set = " SET fixed_version = ?, fixed = ? WHERE partition = ?";
            return new Statics(
                    session.prepare("UPDATE " + table + set),
                    session.prepare("UPDATE " + table + " USING TTL 1" + set),
                    session.prepare("DELETE fixed_version, fixed FROM " + table + " WHERE partition = ?"));
        }
    }

    /** Creates the table and its type, and prepares the statements. */
    static VariedStatements create(CqlSession session, String table) {
        String pair = table + "_pair";
        session.execute("CREATE TYPE " + pair + " (number bigint, words text)");
        session.execute("CREATE TABLE " + table
                + " (partition int, row int, version bigint, a blob, b blob, steps list<bigint>, marks set<bigint>,"
                + " pair frozen<" + pair + ">, tags map<int, bigint>,"
                + " fixed_version bigint static, fixed blob static, PRIMARY KEY (partition, row))"
                + " WITH caching = {'keys': 'ALL', 'rows_per_partition': 'ALL'}");
        String insert = "INSERT INTO " + table + " (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
        String update = "UPDATE " + table + " SET version = ?, ";
        String ofRow = " WHERE partition = ? AND row = ?";
        String delete = "DELETE FROM " + table + " WHERE partition = ?";
        String select = "SELECT * FROM " + table + " WHERE partition = ?";
        String slice = select + " AND row >= ? AND row <= ?";
        return new VariedStatements(
                session.prepare(insert),
                session.prepare(update + "a = ?, steps = ?" + ofRow),
                session.prepare(update + "marks = ?, pair = ?" + ofRow),
                session.prepare(update + "tags[?] = ?" + ofRow),
                session.prepare(insert + " USING TTL 1"),
                session.prepare(delete + " AND row = ?"),
                session.prepare(delete + " AND row >= ? AND row <= ?"),
                Statics.prepare(session, table),
                session.prepare(select),
                session.prepare(slice),
                session.prepare(slice + " ORDER BY row DESC"));
    }

    /** Returns the type of the column {@code pair}. */
    UserDefinedType pair() {
        return (UserDefinedType) insert.getVariableDefinitions().get("pair").getType();
    }
}
