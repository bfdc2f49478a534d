package org.ssdtier.catalogue.cassandra.row;

/**
 * The exception of a scrub that finds a row whose definition only the node's catalogue may have, while that is not open or does
 * not answer. The row may not be lost, so the scrub must end without a change. Unchecked, because a scrub takes an {@link
 * java.io.IOException} for a damaged row.
 */
public final class CatalogueUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception; its message says what does not answer, and what to do. */
    public CatalogueUnavailableException(String message) {
        super(message);
    }
}
