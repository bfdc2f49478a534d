package org.ssdtier.files.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.store.FileStore;
import org.ssdtier.files.store.Vacancy;

/**
 * A directory of the store that an import fills. One thread creates it; those with its files wait for that. Thread-safe.
 */
final class ImportedDirectory {
    private final FileStore store;
    private final Path local;
    private final StorePath path;
    private final @Nullable ImportedDirectory above;
    private final CompletableFuture<Vacancy> created = new CompletableFuture<>();

    /**
     * Describes a directory.
     *
     * @param local the directory of this machine
     * @param path its path in the store
     */
    ImportedDirectory(FileStore store, Path local, StorePath path, @Nullable ImportedDirectory above) {
        this.store = store;
        this.local = local;
        this.path = path;
        this.above = above;
    }

    StorePath path() {
        return path;
    }

    /**
     * Creates the directory after the one above it, which two threads would create twice otherwise.
     *
     * @param failed receives the failure, before those who wait
     */
    void create(Consumer<IOException> failed) {
        try {
            if (above != null) {
                above.vacancy();
            }
            created.complete(store.createDirectory(path, OptionalInt.of(Modes.of(local))));
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
        return TransferThreads.await(created);
    }
}
