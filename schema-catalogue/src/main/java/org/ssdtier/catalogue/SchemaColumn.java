package org.ssdtier.catalogue;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * A column of a row, as described by a schema definition.
 *
 * <p>The buffers are read from position to limit and never changed. Code that shares them must not move their
 * positions.
 *
 * @param name bytes of its name
 * @param isStatic whether it is a static column
 * @param form how much of it the definition describes
 * @param parts cell paths or keys, if the form has any; else empty
 */
public record SchemaColumn(ByteBuffer name, boolean isStatic, ColumnForm form, List<ByteBuffer> parts) {
    /**
     * Checks that there are parts only if the form has parts.
     *
     * @throws IllegalArgumentException if the form has no parts and some are given
     */
    public SchemaColumn {
        parts = List.copyOf(parts);
        if (!form.hasParts() && !parts.isEmpty()) {
            throw new IllegalArgumentException("form=" + form + " parts=" + parts.size() + ", allowed 0");
        }
    }

    /** Returns a column whose form has no parts. */
    public static SchemaColumn of(ByteBuffer name, boolean isStatic, ColumnForm form) {
        return new SchemaColumn(name, isStatic, form, List.of());
    }
}
