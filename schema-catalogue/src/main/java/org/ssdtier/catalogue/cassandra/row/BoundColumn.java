package org.ssdtier.catalogue.cassandra.row;

import org.apache.cassandra.db.SerializationHeader;
import org.apache.cassandra.db.marshal.CollectionType;
import org.apache.cassandra.db.marshal.MapType;
import org.apache.cassandra.schema.ColumnMetadata;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.ColumnForm;

/** A column of the header as used by one {@link RowScan}: everything about it that does not change from row to row. */
final class BoundColumn {
    private static final int VARIABLE_LENGTH = -1;

    /** The column of the header. */
    final ColumnMetadata column;
    /** The rows' own column, which determines whether it is simple or complex, as in Cassandra's serializer. */
    final ColumnMetadata own;
    /** A number that is unique among the columns of the header. */
    final int number;
    /** The hash of the name's bytes, kept because Cassandra computes it on every call. */
    final int nameHash;
    /** The form of the cells, unless a frozen map is split. */
    final ColumnForm usualForm;
    /** The result of {@link #fixedLength(SerializationHeader, ColumnMetadata, ColumnForm)}. */
    final int fixedLength;
    /** Scratch space for the value of a frozen map; null for other types. */
    final @Nullable FrozenMap frozenMap;

    BoundColumn(SerializationHeader header, ColumnMetadata column, ColumnMetadata own, int number) {
        this.column = column;
        this.own = own;
        this.number = number;
        this.nameHash = column.name.hashCode();
        this.usualForm = formOf(own);
        this.fixedLength = fixedLength(header, column, usualForm);
        this.frozenMap = usualForm == ColumnForm.SIMPLE && own.type instanceof MapType<?, ?> ? new FrozenMap() : null;
    }

    /** Returns the form that a column's cells have in a definition, unless a frozen map is split. */
    static ColumnForm formOf(ColumnMetadata column) {
        if (column.isSimple()) {
            return ColumnForm.SIMPLE;
        }
        return column.type instanceof CollectionType<?> type && type.kind != CollectionType.Kind.LIST
                ? ColumnForm.CELLS
                : ColumnForm.INLINE;
    }

    /** Returns the length of a column's values, or a negative number if each value has its own length. */
    static int fixedLength(SerializationHeader header, ColumnMetadata column, ColumnForm form) {
        return form == ColumnForm.SIMPLE ? header.getType(column).valueLengthIfFixed() : VARIABLE_LENGTH;
    }

    @SuppressWarnings("ReferenceEquality") // a different but equal object is only bound again
    boolean isOf(ColumnMetadata headers, ColumnMetadata rows) {
        return column == headers && own == rows;
    }
}
