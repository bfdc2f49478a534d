package org.ssdtier.catalogue.cassandra.row;

/**
 * The exception of a scrub that finds a row whose definition cannot be had now: {@code Schemas.db} cannot be opened, because the node
 * has too many open files, say, or only the node's catalogue may have it, which is not open or does not answer. The row may not be
 * lost, so the scrub must end without a change. Unchecked, because a scrub takes an {@link java.io.IOException} for a damaged row.
 */
public final class DefinitionUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception; its message says what does not answer, and what to do. */
    public DefinitionUnavailableException(String message) {
        super(message);
    }

    /** Creates the exception with a cause; its message says what does not answer, and what to do. */
    public DefinitionUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
