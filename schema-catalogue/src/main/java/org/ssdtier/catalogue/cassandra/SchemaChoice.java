package org.ssdtier.catalogue.cassandra;

import java.util.Arrays;
import java.util.List;
import org.apache.cassandra.schema.ColumnMetadata;
import org.ssdtier.catalogue.DefinitionDescriptor;
import org.ssdtier.catalogue.SchemaColumn;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.SchemaListDescriptor;

/**
 * Finds the schema of each row that is written to an SSTable, and decides which rows get one.
 *
 * <p>Probation: a shape enters the dictionary when it is seen for the second time. Rows whose keys are all their own would
 * otherwise fill the dictionary with definitions of one row each. What was seen once is kept as a hash in a table where a
 * later hash overwrites an earlier one; two shapes of one hash only cost one of them its probation.
 *
 * <p>Of schemas with one hash there are at most {@value #MOST_OF_ONE_HASH}; rows of further ones have their names. So a row is
 * compared with a few schemas at most, whoever chose its keys, even if the {@link ShapeHash} were not a secret.
 */
final class SchemaChoice implements SchemaOrdinals {
    private static final int FIRST_SLOTS = 64;
    private static final int FIRST_SEEN = 1 << 10;
    private static final int MOST_SEEN = 1 << 17;
    /** Most schemas of one hash. By chance there are hardly ever two. */
    static final int MOST_OF_ONE_HASH = 4;

    private static final int NO_SLOT = -1;

    private final WrittenSchemas schemas;
    private final SchemaIds ids;
    private final DictionaryLimits limits;
    private final WriteCounters counters;
    private long[] slotHashes = new long[FIRST_SLOTS];
    private int[] slotOrdinals = new int[FIRST_SLOTS];
    private long[] seen = new long[FIRST_SEEN];
    private int seenCount;
    private int[] schemaIds = new int[16];
    /** The header's columns, of each ordinal. */
    private ColumnMetadata[][] columnsOf = new ColumnMetadata[16][];

    /** What the dictionary takes at most: definitions, and what stands with each. */
    private long dictionaryBytes;
    /** The shortest row whose definition found no room, by {@link #leastBytes}. */
    private long leastRefusedBytes = Long.MAX_VALUE;

    SchemaChoice(WrittenSchemas schemas, SchemaIds ids, DictionaryLimits limits, WriteCounters counters) {
        this.schemas = schemas;
        this.ids = ids;
        this.limits = limits;
        this.counters = counters;
    }

    @Override
    public int ordinalOf(RowScan row) {
        int slot = slotOf(row);
        if (slot == NO_SLOT) {
            counters.inlineCollision++;
            return RowSchemas.INLINE;
        }
        int ordinal = slotOrdinals[slot];
        if (ordinal != RowSchemas.INLINE) {
            return ordinal;
        }
        if (row.pathBytes() > limits.definitionBytes()) {
            counters.inlineTooLarge++;
            return RowSchemas.INLINE;
        }
        if (schemas.count() >= limits.definitions() || hasNoRoomFor(row)) {
            counters.inlineFull++;
            return RowSchemas.INLINE;
        }
        if (limits.sightings() > 1 && isFirstSight(row.hash())) {
            counters.inlineFirstSight++;
            return RowSchemas.INLINE;
        }
        return define(row, slot);
    }

    private int define(RowScan row, int slot) {
        List<SchemaColumn> columns = RowSchema.columnsOf(row);
        long bytes = SchemaDefinition.bytesOf(columns);
        if (bytes > Math.min(limits.definitionBytes(), DefinitionDescriptor.MAX_BYTES) || !isSpeakable(columns)) {
            counters.inlineTooLarge++;
            return RowSchemas.INLINE;
        }
        long entryBytes = bytes + SchemaListDescriptor.MAX_ENTRY_OVERHEAD_BYTES;
        if (entryBytes > limits.bytes() - dictionaryBytes) {
            leastRefusedBytes = Math.min(leastRefusedBytes, leastBytes(row));
            counters.inlineFull++;
            return RowSchemas.INLINE;
        }
        SchemaDefinition definition = SchemaDefinition.of(columns);
        int ordinal = schemas.add(RowSchema.of(definition));
        if (ordinal > schemaIds.length) {
            schemaIds = Arrays.copyOf(schemaIds, 2 * schemaIds.length);
            columnsOf = Arrays.copyOf(columnsOf, 2 * columnsOf.length);
        }
        schemaIds[ordinal - 1] = ids.idOf(definition);
        columnsOf[ordinal - 1] = row.columns();
        dictionaryBytes += entryBytes;
        slotHashes[slot] = row.hash();
        slotOrdinals[slot] = ordinal;
        if (4 * ordinal > 3 * slotOrdinals.length) {
            growSlots();
        }
        return ordinal;
    }

    /** Tells most rows that a full dictionary has no room for them without making their definitions. */
    private boolean hasNoRoomFor(RowScan row) {
        long bytes = leastBytes(row);
        return bytes >= leastRefusedBytes || bytes > limits.bytes() - dictionaryBytes;
    }

    /** The keys, and flags and a length of each column's name. */
    private static long leastBytes(RowScan row) {
        return row.pathBytes() + 2L * row.columnCount();
    }

    private static boolean isSpeakable(List<SchemaColumn> columns) {
        return columns.size() <= DefinitionDescriptor.MAX_COLUMNS
                && columns.stream().allMatch(column -> column.parts().size() <= DefinitionDescriptor.MAX_PARTS);
    }

    /** The slot of the row's schema, or the free slot where it belongs; none if too many others have its hash. */
    private int slotOf(RowScan row) {
        int mask = slotOrdinals.length - 1;
        int slot = (int) row.hash() & mask;
        int others = 0;
        while (slotOrdinals[slot] != RowSchemas.INLINE) {
            if (slotHashes[slot] == row.hash()) {
                if (matches(slotOrdinals[slot], row)) {
                    return slot;
                }
                counters.collisions++;
                if (++others == MOST_OF_ONE_HASH) {
                    return NO_SLOT;
                }
            }
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private boolean matches(int ordinal, RowScan row) {
        try {
            return schemas.get(ordinal).matches(row, columnsOf[ordinal - 1]);
        } catch (java.io.IOException e) {
            throw new IllegalStateException("a schema of this writer", e);
        }
    }

    private void growSlots() {
        long[] hashes = slotHashes;
        int[] ordinals = slotOrdinals;
        slotHashes = new long[2 * hashes.length];
        slotOrdinals = new int[2 * ordinals.length];
        int mask = slotOrdinals.length - 1;
        for (int i = 0; i < ordinals.length; i++) {
            if (ordinals[i] != RowSchemas.INLINE) {
                int slot = (int) hashes[i] & mask;
                while (slotOrdinals[slot] != RowSchemas.INLINE) {
                    slot = (slot + 1) & mask;
                }
                slotHashes[slot] = hashes[i];
                slotOrdinals[slot] = ordinals[i];
            }
        }
    }

    private boolean isFirstSight(long hash) {
        long mark = hash == 0 ? 1 : hash;
        if (seenCount > seen.length / 2 && seen.length < MOST_SEEN) {
            growSeen();
        }
        int slot = seenSlot(mark);
        if (seen[slot] == mark) {
            return false;
        }
        seenCount += seen[slot] == 0 ? 1 : 0;
        seen[slot] = mark;
        return true;
    }

    private void growSeen() {
        long[] before = seen;
        seen = new long[2 * before.length];
        seenCount = 0;
        for (long mark : before) {
            if (mark != 0) {
                int slot = seenSlot(mark);
                seenCount += seen[slot] == 0 ? 1 : 0;
                seen[slot] = mark;
            }
        }
    }

    private int seenSlot(long mark) {
        return (int) (mark >>> 32) & (seen.length - 1);
    }

    /** The schema IDs in the order of the ordinals. */
    int[] schemaIds() {
        return Arrays.copyOf(schemaIds, schemas.count());
    }

    SchemaIds ids() {
        return ids;
    }
}
