package org.ssdtier.catalogue.cassandra;

import com.google.common.collect.MapMaker;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentMap;
import org.apache.cassandra.db.marshal.CollectionType;
import org.apache.cassandra.db.rows.CellPath;
import org.apache.cassandra.schema.ColumnMetadata;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.ColumnForm;
import org.ssdtier.catalogue.SchemaColumn;
import org.ssdtier.catalogue.SchemaDefinition;

/**
 * A schema definition as rows are written and read with it. Immutable; all rows of a definition share its cell paths, whose
 * buffers nobody moves: those of a memtable's rows are shared by all its readers, too.
 */
final class RowSchema {
    private static final CellPath[] NO_PATHS = new CellPath[0];

    /** Weak: a schema is there as long as some SSTable has it, or images may refer to it. */
    private static final ConcurrentMap<SchemaDefinition, RowSchema> SHARED =
            new MapMaker().weakValues().makeMap();

    private final SchemaDefinition definition;
    private final boolean isStatic;
    private final ColumnForm[] forms;
    private final ByteBuffer[] names;
    private final CellPath[][] paths;
    private final @Nullable FrozenMapTemplate[] templates;
    private final int heapBytes;

    private RowSchema(SchemaDefinition definition) {
        List<SchemaColumn> columns = definition.columns();
        this.definition = definition;
        this.isStatic = !columns.isEmpty() && columns.get(0).isStatic();
        this.forms = new ColumnForm[columns.size()];
        this.names = new ByteBuffer[columns.size()];
        this.paths = new CellPath[columns.size()][];
        this.templates = new FrozenMapTemplate[columns.size()];
        this.heapBytes = (int) KnownSchema.heapBytes(definition);
        for (int i = 0; i < forms.length; i++) {
            forms[i] = columns.get(i).form();
            names[i] = columns.get(i).name();
            paths[i] = pathsOf(columns.get(i));
            if (forms[i] == ColumnForm.FROZEN_MAP) {
                templates[i] = new FrozenMapTemplate(columns.get(i).parts());
            }
        }
    }

    /** Returns the schema of a definition, for all SSTables that have it the same one. */
    static RowSchema of(SchemaDefinition definition) {
        return SHARED.computeIfAbsent(definition, RowSchema::new);
    }

    private static CellPath[] pathsOf(SchemaColumn column) {
        if (column.form() != ColumnForm.CELLS) {
            return NO_PATHS;
        }
        CellPath[] paths = new CellPath[column.parts().size()];
        for (int i = 0; i < paths.length; i++) {
            paths[i] = CellPath.create(column.parts().get(i));
        }
        return paths;
    }

    /** The form that a column's cells have in a definition, unless a frozen map is taken apart. */
    static ColumnForm formOf(ColumnMetadata column) {
        if (column.isSimple()) {
            return ColumnForm.SIMPLE;
        }
        return column.type instanceof CollectionType<?> type && type.kind != CollectionType.Kind.LIST
                ? ColumnForm.CELLS
                : ColumnForm.INLINE;
    }

    /** Returns whether this is the definition of the row. */
    boolean matches(RowScan row) {
        if (row.columnCount() != forms.length || (forms.length > 0 && row.isStatic() != isStatic)) {
            return false;
        }
        for (int i = 0; i < forms.length; i++) {
            if (row.form(i) != forms[i] || !row.column(i).name.bytes.equals(names[i]) || !pathsMatch(row, i)) {
                return false;
            }
        }
        return true;
    }

    private boolean pathsMatch(RowScan row, int column) {
        if (forms[column] == ColumnForm.FROZEN_MAP) {
            return row.frozenMap(column).isOf(template(column));
        }
        if (forms[column] != ColumnForm.CELLS) {
            return true;
        }
        int first = row.firstCell(column);
        CellPath[] wanted = paths[column];
        if (row.firstCell(column + 1) - first != wanted.length) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if (!row.path(first + i).equals(wanted[i].get(0))) {
                return false;
            }
        }
        return true;
    }

    SchemaDefinition definition() {
        return definition;
    }

    /** About how much heap it takes, its definition included. */
    int heapBytes() {
        return heapBytes;
    }

    /** Whether it is of static rows; false also for a schema without columns. */
    boolean isStatic() {
        return isStatic;
    }

    int columnCount() {
        return forms.length;
    }

    ColumnForm form(int column) {
        return forms[column];
    }

    ByteBuffer name(int column) {
        return names[column];
    }

    /** The paths of a column's cells; not to be changed. */
    CellPath[] paths(int column) {
        return paths[column];
    }

    /** What puts the values of a column of the form {@link ColumnForm#FROZEN_MAP} together. */
    FrozenMapTemplate template(int column) {
        return Objects.requireNonNull(templates[column]);
    }

    /** How many values of the column the row has, none of which has a path. */
    int valueCount(int column) {
        return switch (forms[column]) {
            case SIMPLE -> 1;
            case CELLS -> paths[column].length;
            case FROZEN_MAP -> template(column).count();
            case INLINE -> 0;
        };
    }
}
