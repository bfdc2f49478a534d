package org.ssdtier.node.tools;

import java.util.Locale;
import java.util.UUID;
import org.ssdtier.catalogue.CatalogueReader;

/**
 * A definition of a catalogue that is not open.
 *
 * @param id its schema ID
 * @param table the table it was first written for
 * @param bytes its canonical bytes
 * @param place file and offset of its record
 * @param definition its columns and map keys
 */
record CatalogueDefinition(long id, UUID table, int bytes, String place, String definition) {
    static CatalogueDefinition of(CatalogueReader.Item item) {
        return new CatalogueDefinition(
                item.id(),
                item.table(),
                item.definition().length(),
                item.place(),
                item.definition().toString());
    }

    /** Returns the definition as one line of a list, without its place. */
    String toLine() {
        return String.format(Locale.ROOT, "%10d  %s  %6d bytes  %s%n", id, table, bytes, definition);
    }

    /** Returns the definition as text of one line for each figure. */
    String toText() {
        return String.format(
                Locale.ROOT,
                "schema ID   %d%ntable       %s%nlength      %d bytes%nplace       %s%ndefinition  %s%n",
                id,
                table,
                bytes,
                place,
                definition);
    }
}
