package org.ssdtier.catalogue.cassandra.row;

import org.apache.cassandra.db.DeletionTime;
import org.apache.cassandra.db.LivenessInfo;
import org.apache.cassandra.db.rows.Cell;
import org.ssdtier.catalogue.ColumnForm;

/**
 * The traits that the cells of a row have in common, as far as the uniform layouts can express them.
 *
 * <pre>
 *  0 0 0 0 | D | E X T     T: the timestamp follows, it is not the row's      X: the cells expire
 *                          E: expiry and TTL follow, they are not the row's   D: one deletion for all complex columns
 * </pre>
 */
final class RowTraits {
    static final int OWN_TIMESTAMP = 0x01;
    static final int EXPIRING = 0x02;
    static final int OWN_EXPIRY = 0x04;
    static final int ONE_DELETION = 0x08;
    static final int ALL = OWN_TIMESTAMP | EXPIRING | OWN_EXPIRY | ONE_DELETION;

    private int bits;
    private int layout;
    private long timestamp;
    private int ttl;
    private long localDeletionTime;
    private DeletionTime deletion = DeletionTime.LIVE;

    /** Returns the traits that are implied by the layouts without a traits byte. */
    static int implied(LivenessInfo row) {
        return ONE_DELETION | (row.isExpiring() ? EXPIRING : 0);
    }

    /**
     * Determines the traits of a row's cells.
     *
     * @param complexDeletions whether some complex column of the row has a deletion
     * @return whether the row can be written in a uniform layout
     */
    boolean read(RowScan row, LivenessInfo liveness, boolean complexDeletions) {
        int first = firstCell(row);
        if (first < 0) {
            return false;
        }
        Cell<?> model = row.cell(first);
        timestamp = model.timestamp();
        ttl = model.ttl();
        localDeletionTime = model.localDeletionTime();
        if (model.isTombstone() || !allLike(row)) {
            return false;
        }
        bits = 0;
        if (liveness.isEmpty() || timestamp != liveness.timestamp()) {
            bits |= OWN_TIMESTAMP;
        }
        if (model.isExpiring()) {
            boolean rows = liveness.isExpiring()
                    && ttl == liveness.ttl()
                    && localDeletionTime == liveness.localExpirationTime();
            bits |= rows ? EXPIRING : EXPIRING | OWN_EXPIRY;
        }
        bits |= !complexDeletions || findOneDeletion(row) ? ONE_DELETION : 0;
        layout = layoutOf(liveness, complexDeletions);
        return true;
    }

    private int layoutOf(LivenessInfo liveness, boolean complexDeletions) {
        if (bits != implied(liveness)) {
            return RowLayout.UNIFORM_TRAITS;
        }
        return complexDeletions && deletion.markedForDeleteAt() == timestamp - 1
                ? RowLayout.UNIFORM_INSERT
                : RowLayout.UNIFORM;
    }

    private static int firstCell(RowScan row) {
        for (int i = 0; i < row.columnCount(); i++) {
            if (row.form(i) != ColumnForm.INLINE && row.firstCell(i) < row.firstCell(i + 1)) {
                return row.firstCell(i);
            }
        }
        return -1;
    }

    private boolean allLike(RowScan row) {
        for (int i = 0; i < row.columnCount(); i++) {
            if (row.form(i) == ColumnForm.INLINE) {
                continue;
            }
            int fixed = row.fixedLength(i);
            for (int c = row.firstCell(i); c < row.firstCell(i + 1); c++) {
                Cell<?> cell = row.cell(c);
                if (cell.timestamp() != timestamp
                        || cell.ttl() != ttl
                        || cell.localDeletionTime() != localDeletionTime
                        || (fixed >= 0 && cell.valueSize() != fixed)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean findOneDeletion(RowScan row) {
        DeletionTime one = null;
        for (int i = 0; i < row.columnCount(); i++) {
            if (row.isComplex(i)) {
                DeletionTime found = row.complex(i).complexDeletion();
                if (one != null && !one.equals(found)) {
                    return false;
                }
                one = found;
            }
        }
        deletion = one == null ? DeletionTime.LIVE : one;
        return one != null;
    }

    int bits() {
        return bits;
    }

    boolean has(int trait) {
        return (bits & trait) != 0;
    }

    /** Returns the uniform layout that expresses these traits in the fewest bytes. */
    int layout() {
        return layout;
    }

    long timestamp() {
        return timestamp;
    }

    int ttl() {
        return ttl;
    }

    long localDeletionTime() {
        return localDeletionTime;
    }

    /** Returns the deletion of all complex columns, if {@link #ONE_DELETION} is set and the row has any. */
    DeletionTime deletion() {
        return deletion;
    }
}
