package org.ssdtier.benchmarks.varied;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.type.UserDefinedType;
import org.ssdtier.ycsb.cql.CqlSchema;

/**
 * The statements of a {@link VariedStore}.
 *
 * @param insert writes all columns of a row
 * @param updatePart writes the columns {@code a} and {@code steps}
 * @param updateMarks writes the columns {@code marks} and {@code pair}
 * @param updateTag writes one element of the map
 * @param expire writes all columns of a row for a second; never sent twice, because it would expire later
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
        private static Statics prepare(CqlSession session, VariedTable table) {
            String name = table.qualifiedName();
            String set = " SET fixed_version = ?, fixed = ? WHERE partition = ?";
            return new Statics(
                    table.prepare(session, "UPDATE " + name + set),
                    table.prepareOnce(session, "UPDATE " + name + " USING TTL 1" + set),
                    table.prepare(session, "DELETE fixed_version, fixed FROM " + name + " WHERE partition = ?"));
        }
    }

    /** Creates the table and its type, and prepares the statements. */
    static VariedStatements create(CqlSession session, VariedTable table) {
        String name = table.qualifiedName();
        String pair = name + "_pair";
        CqlSchema.execute(session, "CREATE TYPE " + pair + " (number bigint, words text)");
        CqlSchema.execute(
                session,
                "CREATE TABLE " + name + " (partition int, row int, version bigint, a blob, b blob, steps "
                        + table.listType() + ", marks set<bigint>, pair frozen<" + pair + ">, tags map<int, bigint>,"
                        + " fixed_version bigint static, fixed blob static, PRIMARY KEY (partition, row)) WITH "
                        + table.options());
        String insert = "INSERT INTO " + name + " (" + COLUMNS + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
        String update = "UPDATE " + name + " SET version = ?, ";
        String ofRow = " WHERE partition = ? AND row = ?";
        String delete = "DELETE FROM " + name + " WHERE partition = ?";
        // by name: columns are added and dropped in clusters
        String select = "SELECT " + COLUMNS + ", fixed_version, fixed FROM " + name + " WHERE partition = ?";
        String slice = select + " AND row >= ? AND row <= ?";
        return new VariedStatements(
                table.prepare(session, insert),
                table.prepare(session, update + "a = ?, steps = ?" + ofRow),
                table.prepare(session, update + "marks = ?, pair = ?" + ofRow),
                table.prepare(session, update + "tags[?] = ?" + ofRow),
                table.prepareOnce(session, insert + " USING TTL 1"),
                table.prepare(session, delete + " AND row = ?"),
                table.prepare(session, delete + " AND row >= ? AND row <= ?"),
                Statics.prepare(session, table),
                table.prepare(session, select),
                table.prepare(session, slice),
                table.prepare(session, slice + " ORDER BY row DESC"));
    }

    /** Returns the type of the column {@code pair}. */
    UserDefinedType pair() {
        return (UserDefinedType) insert.getVariableDefinitions().get("pair").getType();
    }
}
