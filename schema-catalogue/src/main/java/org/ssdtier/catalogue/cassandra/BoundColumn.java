package org.ssdtier.catalogue.cassandra;

import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.schema.ColumnMetadata;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.ColumnForm;

/** A column of the header, as one {@link RowScan} writes it: everything about it that does not change from row to row. */
final class BoundColumn {
    private static final int VARIABLE_LENGTH = -1;

    /** The header's. */
    final ColumnMetadata column;
    /** The rows' own, which tells simple from complex, as in Cassandra's serializer. */
    final ColumnMetadata own;
    /** Unique among the columns of the header. */
    final int number;
    /** The hash of the name's bytes; Cassandra computes it on every call. */
    final int nameHash;
    /** The form of its cells, unless a frozen map is taken apart. */
    final ColumnForm usualForm;
    /** See {@link #fixedLength(SerializationHeader, ColumnMetadata, ColumnForm)}. */
    final int fixedLength;
    /** Scratch space for the value of a frozen map; null for other types. */
    final @Nullable FrozenMap frozenMap;

    BoundColumn(SerializationHeader header, ColumnMetadata column, ColumnMetadata own, int number) {
        this.column = column;
        this.own = own;
        this.number = number;
        this.nameHash = column.name.hashCode();
        this.usualForm = RowSchema.formOf(own);
        this.fixedLength = fixedLength(header, column, usualForm);
        this.frozenMap = usualForm == ColumnForm.SIMPLE && own.type instanceof MapType<?, ?> ? new FrozenMap() : null;
    }

    /** The length of a column's values, or a negative number if they have a length each. */
    static int fixedLength(SerializationHeader header, ColumnMetadata column, ColumnForm form) {
        return form == ColumnForm.SIMPLE ? header.getType(column).valueLengthIfFixed() : VARIABLE_LENGTH;
    }

    @SuppressWarnings("ReferenceEquality") // an equal column that is another object is only bound once more
    boolean isOf(ColumnMetadata headers, ColumnMetadata rows) {
        return column == headers && own == rows;
    }
}
