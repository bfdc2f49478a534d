package org.ssdtier.catalogue.cassandra;

import java.io.IOException;

/**
 * The exception for a row whose definition is lost: {@code Schemas.db} is damaged there, and the node's catalogue does
 * not supply it either.
 */
final class LostSchemaException extends IOException {
    private static final long serialVersionUID = 1L;

    LostSchemaException(String message) {
        super(message);
    }
}
