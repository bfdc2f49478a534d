package org.ssdtier.catalogue.cassandra.row;

import java.nio.ByteBuffer;
import org.ssdtier.catalogue.ColumnForm;
import org.ssdtier.catalogue.DefinitionDescriptor;
import org.ssdtier.catalogue.DefinitionWriter;
import org.ssdtier.catalogue.SchemaDefinition;

/** A factory for the definitions of rows. Used by one thread. */
public final class RowDefinitions {
    private final DefinitionWriter writer = new DefinitionWriter();

    /** Returns whether a definition can have as many columns and parts as the row, and names of their length. */
    static boolean isEncodable(RowScan row) {
        if (row.columnCount() > DefinitionDescriptor.MAX_COLUMNS) {
            return false;
        }
        for (int i = 0; i < row.columnCount(); i++) {
            if (row.column(i).name.bytes.remaining() > DefinitionDescriptor.MAX_NAME_BYTES
                    || (row.form(i).hasParts() && partCount(row, i) > DefinitionDescriptor.MAX_PARTS)) {
                return false;
            }
        }
        return true;
    }

    private static int partCount(RowScan row, int column) {
        return row.form(column) == ColumnForm.CELLS
                ? row.firstCell(column + 1) - row.firstCell(column)
                : row.frozenMap(column).count();
    }

    /** Returns the definition of a row that can have one. */
    public SchemaDefinition of(RowScan row) {
        write(row);
        return definition();
    }

    /** Builds the definition of a row that {@linkplain #isEncodable can have one}, and returns its length in bytes. */
    int write(RowScan row) {
        writer.begin(row.columnCount());
        for (int i = 0; i < row.columnCount(); i++) {
            ByteBuffer name = row.column(i).name.bytes;
            ColumnForm form = row.form(i);
            if (!form.hasParts()) {
                writer.column(name, row.isStatic(), form);
                continue;
            }
            int parts = partCount(row, i);
            writer.column(name, row.isStatic(), form, parts);
            for (int part = 0; part < parts; part++) {
                if (form == ColumnForm.CELLS) {
                    ByteBuffer path = row.path(row.firstCell(i) + part);
                    writer.part(path, path.position(), path.remaining());
                } else {
                    row.frozenMap(i).writeKey(part, writer);
                }
            }
        }
        return writer.length();
    }

    /**
     * Returns the definition that was built last.
     *
     * @throws IllegalArgumentException if it is longer than a definition may be
     */
    SchemaDefinition definition() {
        return SchemaDefinition.of(writer);
    }
}
