package org.ssdtier.catalogue.cassandra.sstable;

import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.SchemaIds;
import org.ssdtier.catalogue.cassandra.row.DefinitionUnavailableException;
import org.ssdtier.catalogue.cassandra.row.LostRows;
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
    /**
     * Returns the definition from the node's catalogue. A thread that would drop the row waits until the catalogue answers.
     *
     * @throws LostSchemaException if the catalogue does not have it, or does not answer
     * @throws DefinitionUnavailableException if this thread drops lost rows, and the catalogue does not answer for minutes
     */
    SchemaDefinition find() throws LostSchemaException {
        SchemaDefinition found = null;
        if (id != SchemaIds.NONE) {
            found = LostRows.isPassingOver()
                    ? CatalogueReads.NODE.await(instanceId, id, file)
                    : CatalogueReads.NODE.resolve(instanceId, id);
        }
        if (found == null) {
            throw new LostSchemaException(
                    file + ": damaged, the definition of a row is lost; schema ID=" + Integer.toUnsignedString(id)
                            + " is not in the node's catalogue, or that does not answer. Scrub and repair the table");
        }
        return found;
    }
}
