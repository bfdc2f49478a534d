package org.ssdtier.catalogue.cassandra.row;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The paths of columns whose bytes were compared before, as objects. In a compaction the rows of one SSTable share the
 * paths of their schema, so the same objects come again and need no second comparison of bytes. In a flush each row has
 * its own; then paths are remembered only now and then.
 *
 * <p>Only those of the first columns are remembered: thousands would not stay in the processor's caches. Paths are compared
 * by identity only, never read: their memory may be gone.
 */
final class KnownPaths {
    /** The maximum number of columns whose paths are remembered. */
    static final int MAX_COLUMNS = 1_024;
    /** The number of columns that are remembered before any has matched. */
    private static final int CREDIT = 256;
    /** Added to the credit for each match: remembering is worth its cost if at least one column in four matches. */
    private static final int FOUND = 3;
    /** Once the credit is used up, one column in {@value} is still remembered. */
    private static final int RARELY = 64;

    private final int maxColumns;
    private @Nullable ByteBuffer[] @Nullable [] paths = new ByteBuffer[16][];
    private int credit = CREDIT;
    private int skipped;

    /**
     * Creates an empty set.
     *
     * @param maxColumns number of columns whose paths are remembered at most
     */
    KnownPaths(int maxColumns) {
        this.maxColumns = maxColumns;
    }

    /**
     * Returns whether the paths of cells are those that were remembered last for a column.
     *
     * @param number number of the column of a shape
     * @param first first of the row's cells
     * @param count number of cells
     */
    @SuppressWarnings("ReferenceEquality") // equal paths that are other objects have their bytes compared
    boolean are(int number, RowScan row, int first, int count) {
        ByteBuffer[] known = number < paths.length ? paths[number] : null;
        if (known == null) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (known[i] != row.path(first + i)) {
                return false;
            }
        }
        credit = Math.min(CREDIT, credit + FOUND);
        return true;
    }

    /**
     * Remembers the paths of cells as those of a column.
     *
     * @param count number of cells, always the same for a column
     */
    void remember(int number, RowScan row, int first, int count) {
        if (number >= maxColumns) {
            return;
        }
        if (credit > 0) {
            credit--;
        } else if (++skipped % RARELY != 0) {
            return;
        }
        if (number >= paths.length) {
            paths = Arrays.copyOf(paths, Math.max(number + 1, 2 * paths.length));
        }
        ByteBuffer[] known = paths[number];
        if (known == null) {
            known = new ByteBuffer[count];
            paths[number] = known;
        }
        for (int i = 0; i < count; i++) {
            known[i] = row.path(first + i);
        }
    }
}
