package org.ssdtier.catalogue.cassandra.row;

import org.apache.cassandra.db.LivenessInfo;
import org.apache.cassandra.db.rows.Row;

/** The flag bits that precede a row, with the values that are private to Cassandra's {@code UnfilteredSerializer}. */
final class RowFlags {
    static final int HAS_TIMESTAMP = 0x04;
    static final int HAS_TTL = 0x08;
    static final int HAS_DELETION = 0x10;
    static final int HAS_ALL_COLUMNS = 0x20;
    static final int HAS_COMPLEX_DELETION = 0x40;
    static final int EXTENSION = 0x80;
    static final int EXTENDED_IS_STATIC = 0x01;
    static final int EXTENDED_SHADOWABLE_DELETION = 0x02;

    private RowFlags() {}

    /** Returns the first byte of flags, without {@link #HAS_ALL_COLUMNS}. */
    static int of(Row row) {
        LivenessInfo liveness = row.primaryKeyLivenessInfo();
        int flags = 0;
        flags |= liveness.isEmpty() ? 0 : HAS_TIMESTAMP;
        flags |= liveness.isExpiring() ? HAS_TTL : 0;
        flags |= row.deletion().isLive() ? 0 : HAS_DELETION;
        flags |= row.hasComplexDeletion() ? HAS_COMPLEX_DELETION : 0;
        return flags | (extended(row) == 0 ? 0 : EXTENSION);
    }

    /** Returns the second byte of flags, which is written unless it is 0. */
    @SuppressWarnings("deprecation") // rows of old views may still have such deletions
    static int extended(Row row) {
        return (row.isStatic() ? EXTENDED_IS_STATIC : 0)
                | (row.deletion().isShadowable() ? EXTENDED_SHADOWABLE_DELETION : 0);
    }

    static boolean has(int flags, int flag) {
        return (flags & flag) != 0;
    }
}
