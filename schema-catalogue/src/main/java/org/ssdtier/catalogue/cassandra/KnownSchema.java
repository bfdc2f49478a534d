package org.ssdtier.catalogue.cassandra;

import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.SchemaDefinition;

/** A schema that has an ID in the node's catalogue. Each is one object: it is told from others by identity. */
final class KnownSchema {
    private static final int FIXED_HEAP_BYTES = 256;

    final int id;
    /** What its rows hash to, see {@link ShapeHash}. */
    final long shape;
    /** The hash of the definition's canonical bytes. */
    final int definitionHash;

    private SchemaDefinition definition;
    /** Null until a row or an image asks for it: most that are learnt belong to tables without cached rows. */
    private @Nullable RowSchema schema;
    /** Whether an image has asked for it lately. A mark that gets lost costs it its place at most. */
    boolean isUsed;

    KnownSchema(int id, SchemaDefinition definition) {
        this.id = id;
        this.definition = definition;
        this.shape = ShapeHash.of(definition);
        this.definitionHash = definition.hash();
    }

    SchemaDefinition definition() {
        return definition;
    }

    RowSchema schema() {
        RowSchema known = schema;
        if (known == null) { // two threads get the same one
            known = RowSchema.of(definition);
            definition = known.definition(); // an equal one, of which there need not be two
            schema = known;
        }
        return known;
    }

    KnownSchema use() {
        if (!isUsed) { // a line that all readers share is written only where it changes
            isUsed = true;
        }
        return this;
    }

    /** About how much heap one of such a definition takes, in bytes: the definition, and again as much for the schema. */
    static long heapBytes(SchemaDefinition definition) {
        return 2L * definition.heapBytes() + FIXED_HEAP_BYTES;
    }
}
