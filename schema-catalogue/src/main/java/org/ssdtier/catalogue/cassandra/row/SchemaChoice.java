package org.ssdtier.catalogue.cassandra.row;

import java.util.Arrays;
import org.ssdtier.catalogue.DefinitionDescriptor;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.SchemaListDescriptor;

/**
 * The choice of the schema of each row that is written to an SSTable; not every row gets one.
 *
 * <p>Probation: a shape enters the dictionary when it is seen for the second time. Otherwise rows with unique keys
 * would fill the dictionary with definitions of one row each. If two shapes have the same hash, one of them merely skips
 * its probation. And a definition is made only within the {@link SchemaBudget}.
 */
public final class SchemaChoice implements SchemaOrdinals {
    private final WrittenSchemas schemas;
    private final SchemaIds ids;
    private final DictionaryLimits limits;
    private final WriteCounters counters;
    private final SchemaBudget budget;
    private final ShapeTable shapes;
    private final RowDefinitions definitions = new RowDefinitions();
    /** One slot for each shape: of thousands that recur rarely some are forgotten, which saves defining them. */
    private final SeenHashes seen = new SeenHashes(1);

    private int[] schemaIds = new int[16];

    /** An upper bound of the dictionary's bytes: the definitions and the overhead of each. */
    private long dictionaryBytes;
    /** The smallest {@link #minBytes} of a row whose definition did not fit. */
    private long minRefusedBytes = Long.MAX_VALUE;

    /**
     * Creates the choice of an SSTable.
     *
     * @param schemas the schemas of the SSTable; the choice adds to them
     * @param ids the source of their IDs
     * @param counters incremented for each row that gets no schema
     * @param budget the budget of its definitions
     */
    public SchemaChoice(
            WrittenSchemas schemas,
            SchemaIds ids,
            DictionaryLimits limits,
            WriteCounters counters,
            SchemaBudget budget) {
        this.schemas = schemas;
        this.ids = ids;
        this.limits = limits;
        this.counters = counters;
        this.budget = budget;
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
        if (limits.sightings() > 1 && seen.add(row.hash())) {
            counters.inlineFirstSight++;
            return RowSchemas.INLINE;
        }
        if (budget.isExhausted()) {
            counters.inlineNoGain++;
            return RowSchemas.INLINE;
        }
        return define(row);
    }

    private int define(RowScan row) {
        if (!RowDefinitions.isEncodable(row)) {
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
            minRefusedBytes = Math.min(minRefusedBytes, minBytes(row));
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
        budget.spend(definition);
        shapes.add(row, ordinal);
        return ordinal;
    }

    private long mostDefinitionBytes() {
        return Math.min(limits.definitionBytes(), DefinitionDescriptor.MAX_BYTES);
    }

    /**
     * Returns whether the dictionary has no room for a row, as far as that is known without building its definition.
     */
    private boolean hasNoRoomFor(RowScan row) {
        long bytes = minBytes(row);
        return bytes >= minRefusedBytes || bytes > limits.bytes() - dictionaryBytes;
    }

    /** Returns a lower bound of the definition's bytes: the keys, and flags and a length for each column's name. */
    private static long minBytes(RowScan row) {
        return row.pathBytes() + 2L * row.columnCount();
    }

    /** Returns the schema IDs in the order of the ordinals. */
    public int[] schemaIds() {
        return Arrays.copyOf(schemaIds, schemas.count());
    }
}
