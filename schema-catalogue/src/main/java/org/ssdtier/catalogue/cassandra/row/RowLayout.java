package org.ssdtier.catalogue.cassandra.row;

/**
 * The layout of a row's body in {@code Data.db} of an SSTable of the format {@code catalogued}. The body is preceded by
 * flags, clustering and sizes as in Cassandra's own formats, see {@code
 * org.apache.cassandra.db.rows.UnfilteredSerializer}.
 *
 * <pre>
 *  [ liveness ] [ row deletion ]        as in Cassandra, so that a read of tombstones alone needs nothing that follows
 *  [ tag ]                              vint: schema ordinal &lt;&lt; 2 | layout
 *
 *  ordinal 0: the row contains its names (layout 0)
 *    [ columns ] [ cells ]              as in Cassandra
 *
 *  CELLS: the columns and, of a map or set, the keys are in the schema
 *    for each column of one cell:       [ cell ]                              as in Cassandra
 *    for each split frozen map:         [ cell without value ] [ lengths ] [ value ]*    lengths as below
 *    for each map or set:               [ deletion ] [ cell ]*                as in Cassandra, without count and paths
 *    for each other complex column:     [ deletion ] [ count ] [ cell ]*      as in Cassandra
 *
 *  UNIFORM, UNIFORM_INSERT, UNIFORM_TRAITS: all cells except those of other complex columns are live and have one
 *  timestamp and one expiry
 *    [ traits ]                         8 bits, only UNIFORM_TRAITS; see {@link RowTraits}
 *    [ timestamp ] [ expiry ] [ ttl ]   vints as in Cassandra, if the traits say so
 *    [ deletion ]*                      one for all complex columns, or one for each, as the traits say
 *    [ lengths ]                        vints, of values whose type has no fixed length:
 *      a column of one cell:            length
 *      a map or set of one key:         length; also if frozen
 *      a map or set of more keys:       length &lt;&lt; 1 | 1 if all are of that length, else each length &lt;&lt; 1
 *    for each column:
 *      of one cell, a map or a set:     [ value ]*                            one after another; also if frozen
 *      other complex column:            [ count ] [ cell ]*                   as in Cassandra
 * </pre>
 *
 * <p>A complex column has a deletion if the row's flags say so, as in Cassandra. This is the layout of SSTables of
 * version {@code da}; another layout would have another version in the SSTables' file names.
 */
final class RowLayout {
    /** One cell after another, each with its flags. */
    static final int CELLS = 0;
    /** Timestamp and expiry are the row's; there is at most one deletion, for all complex columns. */
    static final int UNIFORM = 1;
    /**
     * Like UNIFORM, but the deletion is one microsecond before the row's timestamp, as INSERT makes it, and only its
     * local deletion time is written.
     */
    static final int UNIFORM_INSERT = 2;
    /** Like UNIFORM, but traits say where timestamp, expiry and deletions are. */
    static final int UNIFORM_TRAITS = 3;

    private static final int BITS = 2;
    private static final int MASK = (1 << BITS) - 1;

    private RowLayout() {}

    static int tag(int ordinal, int layout) {
        return (ordinal << BITS) | layout;
    }

    static int ordinal(int tag) {
        return tag >>> BITS;
    }

    static int layout(int tag) {
        return tag & MASK;
    }
}
