package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.SchemaListSalvage;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * Schemas that are all in memory: what a stream has brought, what is left of a damaged file, and files of version 1, which
 * cannot be read one by one. As bytes, about as long as the dictionary, taken apart when a row asks. Immutable.
 */
final class ListedSchemas extends RowSchemas {
    /** A definition's bytes, or what is known of a lost one. */
    private final Object[] slots;

    /** What every ordinal beyond the slots stands for where not even the number of definitions is known. */
    private final @Nullable LostSchema beyond;

    private ListedSchemas(Object[] slots, @Nullable LostSchema beyond) {
        this.slots = slots;
        this.beyond = beyond;
    }

    static ListedSchemas of(List<SchemaDefinition> definitions) {
        return new ListedSchemas(definitions.stream().map(ListedSchemas::bytes).toArray(), null);
    }

    /** What is left of a damaged file. */
    static ListedSchemas of(SchemaListSalvage salvage, String file) {
        Object[] slots = new Object[salvage.slots().size()];
        for (int i = 0; i < slots.length; i++) {
            SchemaListSalvage.Slot slot = salvage.slots().get(i);
            SchemaDefinition definition = slot.definition();
            slots[i] = definition == null ? new LostSchema(file, salvage.instanceId(), slot.id()) : bytes(definition);
        }
        return new ListedSchemas(slots, null);
    }

    /** Nothing is left of the file, or it is gone. */
    static ListedSchemas lost(String file) {
        return new ListedSchemas(new Object[0], new LostSchema(file, 0, SchemaIds.NONE));
    }

    @Override
    RowSchema get(int ordinal) throws IOException {
        if (ordinal > slots.length && beyond != null) {
            return RowSchema.of(beyond.find());
        }
        if (ordinal <= INLINE || ordinal > slots.length) {
            throw corrupt(ordinal, slots.length);
        }
        return RowSchema.of(definition(slots[ordinal - 1]));
    }

    @Override
    int count() {
        return slots.length;
    }

    @Override
    List<SchemaDefinition> definitions() {
        try {
            if (beyond != null) {
                beyond.find();
            }
            List<SchemaDefinition> definitions = new ArrayList<>(slots.length);
            for (Object slot : slots) {
                definitions.add(definition(slot));
            }
            return definitions;
        } catch (LostSchemaException e) {
            throw new UncheckedIOException(e);
        }
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
