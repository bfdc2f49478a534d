package org.ssdtier.catalogue.cassandra.sstable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.SchemaListSalvage;
import org.ssdtier.catalogue.cassandra.row.LostSchemaException;
import org.ssdtier.catalogue.cassandra.row.RowSchema;
import org.ssdtier.catalogue.cassandra.row.RowSchemas;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The schemas of a stream, of a damaged file, or of a file of version 1, whose definitions cannot be read one by one.
 * All are in memory, as bytes that are about as long as the dictionary, and are parsed when a row needs them.
 * Immutable.
 */
public final class ListedSchemas extends RowSchemas {
    /** The bytes of each definition, or a {@link LostSchema}. */
    private final Object[] slots;

    /** The schema of every ordinal beyond the slots, if even the number of definitions is unknown. */
    private final @Nullable LostSchema beyond;

    private ListedSchemas(Object[] slots, @Nullable LostSchema beyond) {
        this.slots = slots;
        this.beyond = beyond;
    }

    /** Returns the schemas of these definitions, by ordinal. */
    public static ListedSchemas of(List<SchemaDefinition> definitions) {
        return new ListedSchemas(definitions.stream().map(ListedSchemas::bytes).toArray(), null);
    }

    /** Returns the schemas that are left of a damaged file. */
    static ListedSchemas of(SchemaListSalvage salvage, String file) {
        Object[] slots = new Object[salvage.slots().size()];
        for (int i = 0; i < slots.length; i++) {
            SchemaListSalvage.Slot slot = salvage.slots().get(i);
            SchemaDefinition definition = slot.definition();
            slots[i] = definition == null ? new LostSchema(file, salvage.instanceId(), slot.id()) : bytes(definition);
        }
        return new ListedSchemas(slots, null);
    }

    /** Returns the schemas of a file of which nothing is left, or which is missing. */
    static ListedSchemas lost(String file) {
        return new ListedSchemas(new Object[0], new LostSchema(file, 0, SchemaIds.NONE));
    }

    @Override
    public RowSchema get(int ordinal) throws IOException {
        if (ordinal > slots.length && beyond != null) {
            return RowSchema.of(beyond.find());
        }
        if (ordinal <= INLINE || ordinal > slots.length) {
            throw corrupt(ordinal, slots.length);
        }
        return RowSchema.of(definition(slots[ordinal - 1]));
    }

    @Override
    public int count() {
        return slots.length;
    }

    @Override
    public List<SchemaDefinition> definitions() {
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
            throw new IllegalStateException("the bytes of a definition cannot be parsed", e);
        }
    }
}
