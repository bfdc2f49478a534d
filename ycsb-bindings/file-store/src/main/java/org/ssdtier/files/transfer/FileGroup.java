package org.ssdtier.files.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.store.FileStore;
import org.ssdtier.files.store.NewFile;
import org.ssdtier.files.store.Vacancy;

/**
 * Some files of one directory that an import puts. If the directory is vacant, the places of all are reserved at once. One
 * thread adds the files; then one reserves, and those that put the files wait for that.
 */
final class FileGroup {
    /** Limits of a group, so that a batch has a few kilobytes. */
    private static final int MOST_FILES = 32;

    private static final int MOST_NAME_BYTES = 2_048;

    private final FileStore store;
    private final ImportedDirectory directory;
    private final List<Item> items = new ArrayList<>();
    private final CompletableFuture<List<NewFile>> reserved = new CompletableFuture<>();
    private int nameBytes;

    /**
     * A file of this machine.
     *
     * @param file the file
     * @param path its path in the store
     * @param attributes its attributes
     */
    record Item(Path file, StorePath path, BasicFileAttributes attributes) {}

    FileGroup(FileStore store, ImportedDirectory directory) {
        this.store = store;
        this.directory = directory;
    }

    /** Adds a file and returns whether the group is full. */
    boolean add(Item item) {
        items.add(item);
        nameBytes += item.path.name().length;
        return items.size() == MOST_FILES || nameBytes >= MOST_NAME_BYTES;
    }

    int size() {
        return items.size();
    }

    Item item(int index) {
        return items.get(index);
    }

    /** Reserves the places, unless the directory has something. */
    void reserve() {
        try {
            reserved.complete(places(directory.vacancy()));
        } catch (IOException | RuntimeException | Error e) {
            reserved.completeExceptionally(e);
        }
    }

    /** Without places, for example after a timeout of the batch, each file is put on its own, and fails on its own. */
    private List<NewFile> places(Vacancy vacancy) {
        if (!vacancy.holds()) {
            return List.of();
        }
        try {
            return store.reserve(
                    directory.path(), items.stream().map(Item::path).toList(), vacancy);
        } catch (IOException e) {
            return List.of();
        }
    }

    /**
     * Returns the place of a file, if places were reserved and hold; waits until that is known.
     *
     * @throws IOException if the directory cannot be created
     */
    Optional<NewFile> place(int index) throws IOException {
        List<NewFile> places = TransferThreads.await(reserved);
        return places.isEmpty()
                ? Optional.empty()
                : Optional.of(places.get(index)).filter(NewFile::holds);
    }
}
