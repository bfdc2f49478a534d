package org.ssdtier.files.transfer;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.store.FileStore;

/** The walk of an import through a tree: it gives directories and groups of files to the threads that do the work. */
final class ImportWalk extends TreeWalk {
    private final FileStore store;
    private final Tasks tasks;
    private final Deque<Entered> entered = new ArrayDeque<>();

    /** The receiver of what is found. What waits for a task must be begun after it. */
    interface Tasks {
        /** Receives a directory to create, before its files and directories. */
        void create(ImportedDirectory directory) throws IOException;

        /** Receives files to put, at least one. */
        void put(FileGroup files) throws IOException;
    }

    ImportWalk(FileStore store, StorePath target, Links links, Failures failures, Tasks tasks) {
        super(target, links, failures);
        this.store = store;
        this.tasks = tasks;
    }

    /** A directory that the walk is in, with the files found there that were not given away yet. */
    private final class Entered {
        private final ImportedDirectory directory;
        private @Nullable FileGroup files;

        private Entered(ImportedDirectory directory) {
            this.directory = directory;
        }

        private void add(FileGroup.Item item) throws IOException {
            FileGroup group = files == null ? new FileGroup(store, directory) : files;
            files = group;
            if (group.add(item)) {
                giveAway();
            }
        }

        private void giveAway() throws IOException {
            FileGroup group = files;
            if (group != null) {
                files = null;
                tasks.put(group);
            }
        }
    }

    @Override
    void directory(Path local, StorePath path) throws IOException {
        Entered above = entered.peek();
        if (above != null) {
            above.giveAway(); // while its vacancy holds
        }
        ImportedDirectory directory = new ImportedDirectory(store, local, path, above == null ? null : above.directory);
        entered.push(new Entered(directory));
        tasks.create(directory);
    }

    @Override
    void leave() throws IOException {
        entered.pop().giveAway();
    }

    @Override
    void file(Path file, StorePath path, BasicFileAttributes attributes) throws IOException {
        entered.element().add(new FileGroup.Item(file, path, attributes));
    }
}
