package org.ssdtier.files.store;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.model.StoreException;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.model.Versions;
import org.ssdtier.files.table.Columns;
import org.ssdtier.files.table.EntryRow;
import org.ssdtier.files.table.StoreTables;

/** The directories of a store: each has a row of its own, for traversals, and an entry in its parent. Thread-safe. */
final class Directories {
    /** Time after which it is checked again that a directory exists. */
    private static final Duration KNOWN = Duration.ofSeconds(10);

    private final StoreTables tables;
    private final Entries entries;
    private final Records records;
    private final Versions versions;
    private final StoreClock clock;
    private final RecentPaths<Long> knownNanos = new RecentPaths<>();

    Directories(StoreTables tables, Entries entries, Records records, Versions versions, StoreClock clock) {
        this.tables = tables;
        this.entries = entries;
        this.records = records;
        this.versions = versions;
        this.clock = clock;
    }

    /**
     * Creates a directory and those above it, if they do not exist.
     *
     * @throws StoreException if one of them is a file
     */
    void create(StorePath directory) throws IOException {
        create(directory, OptionalInt.empty());
    }

    /**
     * Creates a directory and those above it, if they do not exist.
     *
     * @param mode permission bits to record for it; without them, those that it has are kept
     * @throws StoreException if one of them is a file
     */
    void create(StorePath directory, OptionalInt mode) throws IOException {
        Deque<StorePath> missing = new ArrayDeque<>();
        StorePath next = directory;
        while (!isKnown(next) || (mode.isPresent() && missing.isEmpty())) {
            missing.push(next);
            if (next.isRoot()) {
                break;
            }
            next = next.parent();
        }
        for (StorePath path : missing) {
            createOne(path, path.equals(directory) ? mode : OptionalInt.empty());
            knownNanos.put(path, clock.nanoTime());
        }
    }

    private boolean isKnown(StorePath directory) {
        Long since = knownNanos.get(directory);
        return since != null && clock.nanoTime() - since < KNOWN.toNanos();
    }

    private void createOne(StorePath directory, OptionalInt mode) throws IOException {
        tables.addDirectory(directory);
        if (directory.isRoot()) {
            if (mode.isPresent()) {
                tables.putRootMode(mode.getAsInt());
            }
            return;
        }
        Optional<EntryRow> entry = entries.find(directory, Columns.METADATA);
        if (entry.isPresent() && entry.get().isDirectory()) {
            if (mode.isPresent() && !mode.equals(entry.get().mode())) {
                putEntry(directory, entry.get(), mode);
            }
            return;
        }
        if (entry.isPresent() && records.find(directory, Columns.METADATA).isPresent()) {
            throw new StoreException("path=" + directory + ": a file, expected a directory");
        }
        putEntry(directory, entry.orElse(null), mode);
    }

    private void putEntry(StorePath directory, @Nullable EntryRow before, OptionalInt mode) throws IOException {
        EntryRow row = EntryRow.ofDirectory(directory, versions.after(before == null ? null : before.version()), mode);
        entries.put(row, before != null);
    }

    /** Returns the permission bits of a directory, if an import has recorded them. */
    OptionalInt mode(StorePath directory) throws IOException {
        return directory.isRoot()
                ? tables.rootMode()
                : entries.find(directory, Columns.METADATA).map(EntryRow::mode).orElse(OptionalInt.empty());
    }

    /** Returns whether a directory exists. */
    boolean exists(StorePath directory) throws IOException {
        return directory.isRoot()
                || entries.find(directory, Columns.METADATA)
                        .filter(EntryRow::isDirectory)
                        .isPresent();
    }

    /**
     * Removes the entry of an empty directory.
     *
     * @param listing listing of what the directory contains
     * @throws StoreException if it does not exist or is not empty
     */
    void remove(StorePath directory, Emptiness listing) throws IOException {
        Optional<EntryRow> entry = entries.find(directory, Columns.METADATA).filter(EntryRow::isDirectory);
        if (entry.isEmpty()) {
            throw new StoreException.NotFound(directory);
        }
        if (!listing.isEmpty(directory)) {
            throw new StoreException("path=" + directory + ": a directory with entries, allowed an empty one");
        }
        knownNanos.remove(directory);
        entries.delete(directory, versions.after(entry.get().version()));
        if (!listing.isEmpty(directory)) {
            // a file was put into it meanwhile
            putEntry(directory, entry.get(), entry.get().mode());
        }
    }

    /** A check of whether a directory is empty. */
    interface Emptiness {
        boolean isEmpty(StorePath directory) throws IOException;
    }
}
