package org.ssdtier.catalogue.cassandra.row;

/**
 * The exception of a read of a row whose definition cannot be had now: {@code Schemas.db} cannot be opened, because the node has too
 * many open files, say, or the thread is interrupted, or, for a scrub, only the node's catalogue may have it, which is not open or
 * does not answer. The row may not be lost, so the read fails, and a scrub ends without a change. Unchecked, because Cassandra takes
 * an {@link java.io.IOException} for damage: a scrub drops the row, and other readers mark the SSTable as corrupt.
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
