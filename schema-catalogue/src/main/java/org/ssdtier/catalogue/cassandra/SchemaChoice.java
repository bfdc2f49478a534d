package org.ssdtier.catalogue.cassandra;

import java.util.Arrays;
import org.ssdtier.catalogue.DefinitionDescriptor;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.SchemaListDescriptor;

/**
 * Finds the schema of each row that is written to an SSTable, and decides which rows get one.
 *
 * <p>Probation: a shape enters the dictionary when it is seen for the second time. Rows whose keys are all their own would
 * otherwise fill the dictionary with definitions of one row each. What was seen once is kept as a hash in a table where a
 * later hash overwrites an earlier one; two shapes of one hash only cost one of them its probation.
 */
final class SchemaChoice implements SchemaOrdinals {
    private static final int FIRST_SEEN = 1 << 10;
    private static final int MOST_SEEN = 1 << 17;

    private final WrittenSchemas schemas;
    private final SchemaIds ids;
    private final DictionaryLimits limits;
    private final WriteCounters counters;
    private final ShapeTable shapes;
    private final RowDefinitions definitions = new RowDefinitions();
    private long[] seen = new long[FIRST_SEEN];
    private int seenCount;
    private int[] schemaIds = new int[16];

    /** What the dictionary takes at most: definitions, and what stands with each. */
    private long dictionaryBytes;
    /** The shortest row whose definition found no room, by {@link #leastBytes}. */
    private long leastRefusedBytes = Long.MAX_VALUE;

    SchemaChoice(WrittenSchemas schemas, SchemaIds ids, DictionaryLimits limits, WriteCounters counters) {
        this.schemas = schemas;
        this.ids = ids;
        this.limits = limits;
        this.counters = counters;
        this.shapes = new ShapeTable(counters);
    }

    @Override
    public int ordinalOf(RowScan row) {
        int ordinal = shapes.find(row);
        if (ordinal == ShapeTable.NO_PLACE) {
            counters.inlineCollision++;
            return RowSchemas.INLINE;
        }
        if (ordinal != ShapeTable.NONE) {
            return ordinal;
        }
        if (row.pathBytes() > mostDefinitionBytes()) {
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
        return define(row);
    }

    private int define(RowScan row) {
        if (!RowDefinitions.isSpeakable(row)) {
            counters.inlineTooLarge++;
            return RowSchemas.INLINE;
        }
        int bytes = definitions.write(row);
        if (bytes > mostDefinitionBytes()) {
            counters.inlineTooLarge++;
            return RowSchemas.INLINE;
        }
        long entryBytes = (long) bytes + SchemaListDescriptor.MAX_ENTRY_OVERHEAD_BYTES;
        if (entryBytes > limits.bytes() - dictionaryBytes) {
            leastRefusedBytes = Math.min(leastRefusedBytes, leastBytes(row));
            counters.inlineFull++;
            return RowSchemas.INLINE;
        }
        SchemaDefinition definition = definitions.definition();
        int ordinal = schemas.add(definition);
        if (ordinal > schemaIds.length) {
            schemaIds = Arrays.copyOf(schemaIds, 2 * schemaIds.length);
        }
        schemaIds[ordinal - 1] = ids.idOf(definition);
        dictionaryBytes += entryBytes;
        shapes.add(row, ordinal);
        return ordinal;
    }

    private long mostDefinitionBytes() {
        return Math.min(limits.definitionBytes(), DefinitionDescriptor.MAX_BYTES);
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
