package org.ssdtier.catalogue.cassandra;

import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;

/**
 * A definition that a damaged {@code Schemas.db} lost. The node's catalogue has it, if the SSTable's IDs are its own; it is
 * looked up when a row needs it, for SSTables are opened before the catalogue is.
 *
 * @param file the damaged file
 * @param instanceId identity of the catalogue that the ID is of
 * @param id {@link SchemaIds#NONE} if it had none, or if it is lost too
 */
record LostSchema(String file, long instanceId, int id) {
    /** Returns the definition, as the node's catalogue has it. */
    SchemaDefinition find() throws LostSchemaException {
        SchemaDefinition found = id == SchemaIds.NONE ? null : CatalogueReads.NODE.resolve(instanceId, id);
        if (found == null) {
            throw new LostSchemaException(
                    file + ": damaged, the definition of a row is lost, schema ID=" + Integer.toUnsignedString(id)
                            + " is not in the node's catalogue, or that does not answer; scrub the table and repair it");
        }
        return found;
    }
}
