package org.ssdtier.files.transfer;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Static methods to wait for the threads of a transfer. */
final class TransferThreads {
    private TransferThreads() {}

    /**
     * Waits for a result.
     *
     * @throws IOException if there is none; the message is that of the failure
     */
    static <T> T await(Future<T> work) throws IOException {
        try {
            return work.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the transfer was interrupted");
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw cause instanceof IOException ? new IOException(cause.getMessage(), cause) : new IOException(cause);
        }
    }
}
