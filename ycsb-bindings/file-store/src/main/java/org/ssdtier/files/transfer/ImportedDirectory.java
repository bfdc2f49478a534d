package org.ssdtier.files.transfer;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.store.FileStore;
import org.ssdtier.files.store.Vacancy;

/**
 * A directory of the store that an import fills. One thread creates it; those with its files wait for that. Thread-safe.
 */
final class ImportedDirectory {
    private final FileStore store;
    private final StorePath path;
    private final CompletableFuture<Vacancy> created = new CompletableFuture<>();

    ImportedDirectory(FileStore store, StorePath path) {
        this.store = store;
        this.path = path;
    }

    /**
     * Creates the directory, and those above it if they do not exist yet.
     *
     * @param failed receives the failure, before those who wait
     */
    void create(Consumer<IOException> failed) {
        try {
            created.complete(store.createDirectory(path));
        } catch (IOException e) {
            fail(e, failed);
        } catch (RuntimeException | Error e) {
            fail(new IOException("path=" + path + ": " + e, e), failed);
        }
    }

    private void fail(IOException failure, Consumer<IOException> failed) {
        failed.accept(failure);
        created.completeExceptionally(failure);
    }

    /**
     * Waits until the directory exists.
     *
     * @throws IOException if it cannot be created
     */
    Vacancy vacancy() throws IOException {
        try {
            return created.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the import was interrupted");
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        }
    }
}
