package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.SchemaListSalvage;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The schemas of one SSTable by their ordinal, from 1 on. Ordinal 0 is no schema: such a row has its names itself.
 *
 * <p>A complete SSTable's are kept as bytes, about as long as its dictionary, and taken apart when a row asks.
 *
 * <p>One thread, the SSTable's writer, adds and at last packs; any thread gets, for a compaction opens its result before it is
 * complete.
 */
final class RowSchemas {
    /** The ordinal of rows without a schema. */
    static final int INLINE = 0;

    /** Schemas, or a definition's bytes, or what is known of a lost one. */
    private Object[] slots;

    /** What every ordinal beyond the slots stands for where not even the number of definitions is known. */
    private final @Nullable LostSchema beyond;

    private volatile int count;

    private RowSchemas(Object[] slots, int count, @Nullable LostSchema beyond) {
        this.slots = slots;
        this.count = count;
        this.beyond = beyond;
    }

    static RowSchemas empty() {
        return new RowSchemas(new Object[16], 0, null);
    }

    static RowSchemas of(List<SchemaDefinition> definitions) {
        Object[] slots = definitions.stream().map(RowSchemas::bytes).toArray();
        return new RowSchemas(slots, slots.length, null);
    }

    /** What is left of a damaged file. */
    static RowSchemas of(SchemaListSalvage salvage, String file) {
        Object[] slots = new Object[salvage.slots().size()];
        for (int i = 0; i < slots.length; i++) {
            SchemaListSalvage.Slot slot = salvage.slots().get(i);
            SchemaDefinition definition = slot.definition();
            slots[i] = definition == null ? new LostSchema(file, salvage.instanceId(), slot.id()) : bytes(definition);
        }
        return new RowSchemas(slots, slots.length, null);
    }

    /** Nothing is left of the file, or it is gone. */
    static RowSchemas lost(String file) {
        return new RowSchemas(new Object[0], 0, new LostSchema(file, 0, SchemaIds.NONE));
    }

    /** Adds a schema and returns its ordinal. Only for the writer's thread. */
    int add(RowSchema schema) {
        int index = count;
        if (index == slots.length) {
            slots = Arrays.copyOf(slots, 2 * index);
        }
        slots[index] = schema;
        count = index + 1; // after the slot, for whoever reads the count first
        return index + 1;
    }

    /** Keeps the definitions' bytes only. Only for the writer's thread, which adds no more. */
    void pack() {
        for (int i = 0; i < count; i++) {
            if (slots[i] instanceof RowSchema schema) {
                slots[i] = bytes(schema.definition());
            }
        }
    }

    /**
     * Returns the schema of an ordinal.
     *
     * @throws LostSchemaException if the SSTable had one and it is lost
     * @throws IOException if the SSTable has none of this ordinal: the row or the dictionary is corrupt
     */
    RowSchema get(int ordinal) throws IOException {
        int known = count;
        if (ordinal > known && beyond != null) {
            return RowSchema.of(beyond.find());
        }
        if (ordinal <= INLINE || ordinal > known) {
            throw new IOException("Corrupt schema ordinal=" + ordinal + " of a row, allowed 1 to " + known);
        }
        Object slot = slots[ordinal - 1];
        return slot instanceof RowSchema schema ? schema : RowSchema.of(definition(slot));
    }

    int count() {
        return count;
    }

    /**
     * The definitions in the order of their ordinals.
     *
     * @throws UncheckedIOException if one is lost; never of an SSTable that was written
     */
    List<SchemaDefinition> definitions() {
        try {
            return allDefinitions();
        } catch (LostSchemaException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<SchemaDefinition> allDefinitions() throws LostSchemaException {
        int known = count;
        if (beyond != null) {
            beyond.find();
        }
        List<SchemaDefinition> definitions = new ArrayList<>(known);
        for (int i = 0; i < known; i++) {
            Object slot = slots[i];
            definitions.add(slot instanceof RowSchema schema ? schema.definition() : definition(slot));
        }
        return definitions;
    }

    private static byte[] bytes(SchemaDefinition definition) {
        byte[] bytes = new byte[definition.length()];
        definition.writeTo(ByteBuffer.wrap(bytes));
        return bytes;
    }

    private static SchemaDefinition definition(Object slot) throws LostSchemaException {
        if (slot instanceof LostSchema lost) {
            return lost.find();
        }
        try {
            return SchemaDefinition.parse(ByteBuffer.wrap((byte[]) slot), "memory", 0);
        } catch (FormatException e) {
            throw new IllegalStateException("these bytes were a definition's", e);
        }
    }
}
