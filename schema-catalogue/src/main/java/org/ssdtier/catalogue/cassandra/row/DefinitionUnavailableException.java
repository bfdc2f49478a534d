package org.ssdtier.catalogue.cassandra.row;

/**
 * The exception of a read of a row whose definition cannot be had now: {@code Schemas.db} cannot be opened, because the node has too
 * many open files, say, or the thread is interrupted, or, for a scrub, only the node's catalogue may have it, which is not open or
 * does not answer. The row may not be lost, so the read fails, and a scrub ends without a change. Unchecked, because Cassandra takes
 * an {@link java.io.IOException} for damage: a scrub drops the row, and other readers mark the SSTable as corrupt.
 *
 * <p>Has no cause, only its text: Cassandra ends the node if any cause of a failed read is a {@link java.nio.file.FileSystemException}
 * of too many open files ({@code JVMStabilityInspector}).
 */
public final class DefinitionUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Creates the exception; its message says what does not answer, and what to do. */
    public DefinitionUnavailableException(String message) {
        super(message);
    }
}
