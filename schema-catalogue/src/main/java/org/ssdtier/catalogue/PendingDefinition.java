package org.ssdtier.catalogue;

import java.util.UUID;

/**
 * A definition that has an ID and is not durable yet.
 *
 * @param id its schema ID
 * @param definition what it stands for
 * @param table the table it was first written for
 * @param serial its place among all that were ever interned, from 1
 */
record PendingDefinition(int id, SchemaDefinition definition, UUID table, long serial) {
    CatalogueRecord record() {
        return CatalogueRecord.definition(id, table, definition.bytes());
    }
}
