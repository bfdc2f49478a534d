package org.ssdtier.files.transfer;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Static methods to wait for the threads of a transfer. */
final class TransferThreads {
    private TransferThreads() {}

    static void await(Future<?> work) throws IOException {
        try {
            work.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the transfer was interrupted");
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
    }
}
