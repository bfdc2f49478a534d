package org.ssdtier.catalogue;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * A column that a row has, as a schema definition says it.
 *
 * <p>The buffers are read from position to limit and never changed; who shares them moves no position of theirs.
 *
 * @param name its name's bytes
 * @param isStatic whether it is a static column
 * @param form how much of it the definition says
 * @param parts cell paths or keys, if the form has any; else empty
 */
public record SchemaColumn(ByteBuffer name, boolean isStatic, ColumnForm form, List<ByteBuffer> parts) {
    /**
     * Checks that only a form with parts has some.
     *
     * @throws IllegalArgumentException otherwise
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
