package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.SchemaCatalogue;
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
        SchemaCatalogue catalogue = NodeCatalogue.current();
        if (id == SchemaIds.NONE || catalogue == null || catalogue.instanceId() != instanceId) {
            throw lost(null);
        }
        try {
            SchemaDefinition found = catalogue.resolve(id);
            if (found == null) {
                throw lost(null);
            }
            return found;
        } catch (LostSchemaException e) {
            throw e;
        } catch (IOException e) {
            throw lost(e);
        }
    }

    private LostSchemaException lost(@Nullable IOException cause) {
        LostSchemaException lost = new LostSchemaException(
                file + ": damaged, the definition of a row is lost, schema ID=" + Integer.toUnsignedString(id)
                        + " is not in the node's catalogue; scrub the table and repair it");
        if (cause != null) {
            lost.initCause(cause);
        }
        return lost;
    }
}
