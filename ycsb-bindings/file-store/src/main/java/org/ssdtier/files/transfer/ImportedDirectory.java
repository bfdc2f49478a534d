package org.ssdtier.files.transfer;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.store.FileStore;
import org.ssdtier.files.store.Vacancy;

/**
 * A directory of the store that an import fills. One thread creates it; those with its files and directories wait for
 * that. Thread-safe.
 */
final class ImportedDirectory {
    private final FileStore store;
    private final StorePath path;
    private final @Nullable ImportedDirectory above;
    private final CompletableFuture<Vacancy> created = new CompletableFuture<>();

    ImportedDirectory(FileStore store, StorePath path, @Nullable ImportedDirectory above) {
        this.store = store;
        this.path = path;
        this.above = above;
    }

    /** Creates the directory after the one above it. */
    void create() throws IOException {
        try {
            created.complete(store.createDirectory(path, above == null ? null : above.vacancy()));
        } catch (IOException | RuntimeException e) {
            created.completeExceptionally(e);
            throw e;
        }
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
