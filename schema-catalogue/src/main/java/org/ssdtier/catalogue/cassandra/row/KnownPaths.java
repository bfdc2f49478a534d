package org.ssdtier.catalogue.cassandra.row;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The paths of columns whose bytes were compared before, as objects. In a compaction the rows of one SSTable share the
 * paths of their schema, so the same objects come again and need no second comparison of bytes. In a flush each row has
 * its own; then paths are remembered only now and then.
 *
 * <p>Of each slot the last column stays. Paths are compared by identity only, never read: their memory may be gone.
 */
final class KnownPaths {
    static final int SLOTS = 256;
    /** Columns in a row without known paths after which only every {@value}th is remembered. */
    private static final int PATIENCE = 64;

    private final @Nullable ByteBuffer[] @Nullable [] paths;
    private final int[] numbers;
    private int unknown;

    /**
     * Creates an empty set.
     *
     * @param slots number of columns that are remembered at most, a power of two
     */
    KnownPaths(int slots) {
        this.paths = new ByteBuffer[slots][];
        this.numbers = new int[slots];
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
        int slot = number & paths.length - 1;
        if (numbers[slot] != number) {
            return false;
        }
        ByteBuffer[] known = paths[slot];
        if (known == null || known.length != count) {
            return false;
        }
        for (int i = 0; i < count; i++) {
            if (known[i] != row.path(first + i)) {
                return false;
            }
        }
        unknown = 0;
        return true;
    }

    /** Remembers the paths of cells as those of a column. */
    void remember(int number, RowScan row, int first, int count) {
        if (++unknown > PATIENCE && unknown % PATIENCE != 0) {
            return;
        }
        int slot = number & paths.length - 1;
        ByteBuffer[] known = paths[slot];
        if (known == null || known.length != count) {
            known = new ByteBuffer[count];
            paths[slot] = known;
        }
        numbers[slot] = number;
        for (int i = 0; i < count; i++) {
            known[i] = row.path(first + i);
        }
    }
}
