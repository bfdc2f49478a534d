package org.ssdtier.catalogue.cassandra.row;

import java.io.IOException;

/**
 * The exception for a row whose definition is lost: {@code Schemas.db} is damaged there, and the node's catalogue does
 * not supply it either.
 */
public final class LostSchemaException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception; its message names the file, and what to do. */
    public LostSchemaException(String message) {
        super(message);
    }
}
