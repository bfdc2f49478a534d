package org.ssdtier.catalogue.cassandra.sstable;

import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.cassandra.row.LostSchemaException;

/**
 * A definition that is lost from a damaged {@code Schemas.db}. The node's catalogue may have it, if it assigned the
 * SSTable's IDs. It is looked up only when a row needs it, because SSTables are opened before the catalogue.
 *
 * @param file the damaged file
 * @param instanceId identity of the catalogue that the ID is of
 * @param id the schema ID; {@link SchemaIds#NONE} if the definition had none, or if the ID is lost too
 */
record LostSchema(String file, long instanceId, int id) {
    /** Returns the definition from the node's catalogue. */
    SchemaDefinition find() throws LostSchemaException {
        SchemaDefinition found = id == SchemaIds.NONE ? null : CatalogueReads.NODE.resolve(instanceId, id);
        if (found == null) {
            throw new LostSchemaException(
                    file + ": damaged, the definition of a row is lost; schema ID=" + Integer.toUnsignedString(id)
                            + " is not in the node's catalogue, or that does not answer. Scrub and repair the table");
        }
        return found;
    }
}
