package org.ssdtier.catalogue.cassandra;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.ssdtier.catalogue.ColumnForm;
import org.ssdtier.catalogue.SchemaColumn;
import org.ssdtier.catalogue.SchemaDefinition;

/** A 64-bit hash of what a row has: its kind, columns and map keys. Rows of one definition have the definition's. */
final class ShapeHash {
    private static final long PRIME = 0x9E3779B97F4A7C15L;

    private long hash;

    /** The hash of the rows of a definition. */
    static long of(SchemaDefinition definition) {
        ShapeHash hash = new ShapeHash();
        hash.begin(
                !definition.columns().isEmpty() && definition.columns().get(0).isStatic());
        for (SchemaColumn column : definition.columns()) {
            hash.addColumn(column.name().hashCode(), column.form());
            column.parts().forEach(part -> hash.addPath(part, part.position(), part.remaining()));
        }
        return hash.value();
    }

    /** Begins a row. */
    void begin(boolean isStatic) {
        hash = isStatic ? PRIME : 0;
    }

    /** Adds a column by the hash of its name's bytes. */
    void addColumn(int nameHash, ColumnForm form) {
        mix(nameHash * 31L + code(form));
    }

    private static int code(ColumnForm form) {
        return switch (form) {
            case SIMPLE -> 0;
            case CELLS -> 1;
            case INLINE -> 2;
            case FROZEN_MAP -> 3;
        };
    }

    /** Adds a cell's path, or a frozen map's key: so many bytes of a buffer. */
    void addPath(ByteBuffer path, int start, int length) {
        int position = start;
        int end = start + length;
        mix(length);
        boolean bigEndian = path.order() == ByteOrder.BIG_ENDIAN;
        for (; end - position >= Long.BYTES; position += Long.BYTES) {
            long word = path.getLong(position);
            mix(bigEndian ? word : Long.reverseBytes(word));
        }
        long rest = 0;
        for (; position < end; position++) {
            rest = rest << 8 | (path.get(position) & 0xff);
        }
        mix(rest);
    }

    private void mix(long value) {
        long mixed = (hash ^ value) * PRIME;
        hash = mixed ^ (mixed >>> 29);
    }

    long value() {
        return hash;
    }
}
