package org.ssdtier.catalogue.cassandra;

import java.io.IOException;

/** A row's definition is lost: {@code Schemas.db} is damaged there, and the node's catalogue has no answer either. */
final class LostSchemaException extends IOException {
    private static final long serialVersionUID = 1L;

    LostSchemaException(String message) {
        super(message);
    }
}
