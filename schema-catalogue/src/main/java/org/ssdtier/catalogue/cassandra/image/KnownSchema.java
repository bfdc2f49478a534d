package org.ssdtier.catalogue.cassandra.image;

import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.cassandra.row.RowSchema;
import org.ssdtier.catalogue.cassandra.row.ShapeHash;

/** A schema that has an ID in the node's catalogue. Each is a single object and is compared by identity. */
final class KnownSchema {
    final int id;
    /** The hash of its rows, see {@link ShapeHash}. */
    final long shape;
    /** The hash of the definition's canonical bytes. */
    final int definitionHash;

    private SchemaDefinition definition;
    /** Null until a row or an image needs it: most known schemas belong to tables without cached rows. */
    private @Nullable RowSchema schema;
    /** True if an image has used it recently. A mark that is lost in a race can only cause its eviction. */
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
        if (known == null) { // two threads get the same object
            known = RowSchema.of(definition);
            definition = known.definition(); // an equal one: no need to keep both
            schema = known;
        }
        return known;
    }

    KnownSchema use() {
        if (!isUsed) { // a cache line that all readers share is written only on a change
            isUsed = true;
        }
        return this;
    }
}
