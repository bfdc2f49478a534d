package org.ssdtier.catalogue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/**
 * The number of definitions first written for each table. A table has a small number; tables beyond the 65,535th share
 * 0, which has no cap. Guarded by the monitor of the {@link DefinitionTable}.
 */
final class TableSizes {
    private static final int MAX_TABLES = 0xFFFF;

    private final Map<UUID, Integer> numbers = new HashMap<>();
    private int[] sizes = new int[8];

    /** Returns the number of a table. */
    int number(UUID table) {
        Integer number = numbers.get(table);
        if (number != null) {
            return number;
        }
        if (numbers.size() == MAX_TABLES) {
            return 0;
        }
        int next = numbers.size() + 1;
        numbers.put(table, next);
        if (next == sizes.length) {
            sizes = Arrays.copyOf(sizes, 2 * next);
        }
        return next;
    }

    /** Returns whether a table has as many definitions as allowed. */
    boolean isFull(UUID table, int maxDefinitions) {
        int number = number(table);
        return number > 0 && sizes[number] >= maxDefinitions;
    }

    /** Counts a definition of the table with this number. */
    void increment(int number) {
        assert number >= 0 && sizes[number] >= 0 : "table number=" + number;
        sizes[number]++;
    }

    /** Removes a definition of the table with this number from the count. */
    void decrement(int number) {
        assert sizes[number] > 0 : "table number=" + number + " has no definitions";
        sizes[number]--;
    }

    void clear() {
        numbers.clear();
        sizes = new int[8];
    }
}
