package org.ssdtier.catalogue.cassandra.row;

import com.google.common.collect.MapMaker;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentMap;
import org.apache.cassandra.db.rows.CellPath;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.ColumnForm;
import org.ssdtier.catalogue.SchemaColumn;
import org.ssdtier.catalogue.SchemaDefinition;

/**
 * A schema definition, prepared for writing and reading rows. Immutable. All rows of a definition share its cell paths,
 * whose buffers' positions are never moved; likewise, all readers of a memtable share the paths of its rows.
 */
public final class RowSchema {
    private static final int FIXED_HEAP_BYTES = 256;
    private static final CellPath[] NO_PATHS = new CellPath[0];

    /** The schemas of this JVM. Weak: a schema remains as long as an SSTable, a cache or an image uses it. */
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
        this.heapBytes = (int) heapBytes(definition);
        for (int i = 0; i < forms.length; i++) {
            forms[i] = columns.get(i).form();
            names[i] = columns.get(i).name();
            paths[i] = pathsOf(columns.get(i));
            if (forms[i] == ColumnForm.FROZEN_MAP) {
                templates[i] = new FrozenMapTemplate(columns.get(i).parts());
            }
        }
    }

    /** Returns the schema of a definition: the same object for all SSTables that have it. */
    public static RowSchema of(SchemaDefinition definition) {
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

    /** Returns whether this is the schema of the row. */
    public boolean matches(RowScan row) {
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

    /** Returns the definition of the schema. */
    public SchemaDefinition definition() {
        return definition;
    }

    /** Returns roughly how much heap the schema of a definition takes, in bytes: its definition, and as much again. */
    public static long heapBytes(SchemaDefinition definition) {
        return 2L * definition.heapBytes() + FIXED_HEAP_BYTES;
    }

    /** Returns roughly how much heap the schema takes, in bytes, including its definition. */
    public int heapBytes() {
        return heapBytes;
    }

    /** Returns whether it is the schema of static rows; also false for a schema without columns. */
    public boolean isStatic() {
        return isStatic;
    }

    /** Returns the number of columns. */
    public int columnCount() {
        return forms.length;
    }

    ColumnForm form(int column) {
        return forms[column];
    }

    ByteBuffer name(int column) {
        return names[column];
    }

    /** Returns the paths of a column's cells; not to be changed. */
    CellPath[] paths(int column) {
        return paths[column];
    }

    /** Returns the template that reassembles the value of a column of the form {@link ColumnForm#FROZEN_MAP}. */
    FrozenMapTemplate template(int column) {
        return Objects.requireNonNull(templates[column]);
    }

    /** Returns the number of the column's values that are stored in a row without a path. */
    int valueCount(int column) {
        return switch (forms[column]) {
            case SIMPLE -> 1;
            case CELLS -> paths[column].length;
            case FROZEN_MAP -> template(column).count();
            case INLINE -> 0;
        };
    }
}
