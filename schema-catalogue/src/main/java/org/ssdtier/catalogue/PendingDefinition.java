package org.ssdtier.catalogue;

import java.util.UUID;

/**
 * A definition that has an ID and is not durable in the catalogue yet.
 *
 * @param id its schema ID
 * @param definition the definition itself
 * @param table the table it was first written for
 */
record PendingDefinition(int id, SchemaDefinition definition, UUID table) {
    CatalogueRecord record() {
        return CatalogueRecord.definition(id, table, definition.bytes());
    }
}
