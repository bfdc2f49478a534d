package org.ssdtier.files.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.files.model.FileAttributes;
import org.ssdtier.files.model.FileStat;
import org.ssdtier.files.model.StoreException;
import org.ssdtier.files.model.StoreModel;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.model.StoreSettings;
import org.ssdtier.files.model.Versions;
import org.ssdtier.files.table.Chunk;
import org.ssdtier.files.table.Columns;
import org.ssdtier.files.table.EntryRow;
import org.ssdtier.files.table.FileRow;
import org.ssdtier.files.table.StoreTables;

/**
 * A store of many small files in Cassandra.
 *
 * <p>A put is atomic: a reader gets the old file or the new one, whole, and if the client ends at any moment the path
 * has one of the two. Puts of one path are ordered by their versions: time-based UUIDs, greater than that of the file
 * that the put replaces. The clocks of clients that remove and put the same path must agree, as for any other table of
 * Cassandra. A failed put or removal may still take effect.
 *
 * <p>Thread-safe. The caller closes the store, and whatever its tables need afterwards.
 */
public final class FileStore implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(FileStore.class);
    private static final int READ_ATTEMPTS = 16;
    private static final int MOST_PUTS_A_CHECK = 64;

    private final StoreSettings settings;
    private final StoreTables tables;
    private final StoreClock clock;
    private final Versions versions;
    private final Entries entries;
    private final Records records;
    private final Directories directories;
    private final Garbage garbage;
    private final Consumer<StorePath> crowded;
    private final AutoCloseable onClose;
    private final SplittableRandom random;

    private FileStore(
            StoreSettings settings,
            StoreTables tables,
            StoreClock clock,
            long node,
            Consumer<StorePath> crowded,
            AutoCloseable onClose) {
        this.settings = settings;
        this.tables = tables;
        this.clock = clock;
        this.versions = new Versions(clock::micros, node);
        this.entries = new Entries(tables, new Layouts(tables, clock));
        this.records = settings.model() == StoreModel.FILE_PER_ROW
                ? new FilePerRow(tables, entries)
                : new DirectoryPerRow(entries);
        this.directories = new Directories(tables, entries, records, versions, clock);
        this.garbage = new Garbage(tables, clock);
        this.crowded = crowded;
        this.onClose = onClose;
        this.random = new SplittableRandom(node);
    }

    /**
     * Opens a store. Large directories are split by a thread of it.
     *
     * @param settings settings that the store was created with
     */
    public static FileStore open(StoreSettings settings, StoreTables tables) {
        SplitQueue splits = new SplitQueue(new Splitter(tables, StoreClock.SYSTEM, settings.bucketFiles()));
        return new FileStore(
                settings, tables, StoreClock.SYSTEM, UUID.randomUUID().getLeastSignificantBits(), splits::add, splits);
    }

    /**
     * Opens a store without a thread of its own.
     *
     * @param node random number that distinguishes this client from others
     * @param crowded called with directories that should be split
     */
    static FileStore open(
            StoreSettings settings, StoreTables tables, StoreClock clock, long node, Consumer<StorePath> crowded) {
        return new FileStore(settings, tables, clock, node, crowded, () -> {});
    }

    /** Returns the settings of the store. */
    public StoreSettings settings() {
        return settings;
    }

    /**
     * Writes a file, and the directories above it that do not exist.
     *
     * @param content content, read to its end and not closed
     * @return the metadata of the new version
     * @throws StoreException if the path is a directory, or one above it is a file
     */
    public FileStat put(StorePath path, InputStream content, FileAttributes attributes) throws IOException {
        return put(path, content, attributes, stat(path));
    }

    /**
     * Writes a file whose metadata the caller has just read; otherwise as {@link #put(StorePath, InputStream,
     * FileAttributes)}.
     *
     * @param before metadata of the file to replace, if there is one
     */
    public FileStat put(StorePath path, InputStream content, FileAttributes attributes, Optional<FileStat> before)
            throws IOException {
        Optional<UUID> seen = before.map(FileStat::version);
        if (before.isEmpty()) {
            seen = refuseDirectory(path);
            directories.create(path.parent());
        }
        FileRow row = upload(path, versions.after(seen.orElse(null)), content, attributes);
        if (before.isEmpty() && row.stat().chunks() > 0) {
            refuseNewDirectory(row.stat());
        }
        records.put(row, seen.isPresent());
        before.ifPresent(garbage::add);
        garbage.collect();
        if (before.isEmpty()) {
            checkCrowd(path);
        }
        return row.stat();
    }

    /**
     * Reserves places for files in a directory while its {@link Vacancy} holds, without a look at their paths. A place
     * that is not used does no harm: it is an entry without a file.
     *
     * @param paths paths in the directory, of a few kilobytes
     * @return the places, for {@link #putNew}
     */
    public List<NewFile> reserve(StorePath directory, List<StorePath> paths, Vacancy vacancy) throws IOException {
        List<NewFile> places = paths.stream()
                .map(path -> new NewFile(path, versions.after(null), vacancy))
                .toList();
        records.reserve(directory, places);
        return places;
    }

    /**
     * Writes a file whose place is reserved, with the version of the reservation, while it holds. If another client has
     * put a file there since, readers get the one with the greater version; the row of the other stays until the next put
     * or removal of the path, its chunks until a verification repairs. If another client has removed a file there, this
     * one is removed with it; if it has created a directory there, listings show the one that is newer.
     *
     * @param content content, read to its end and not closed
     * @return the metadata
     */
    public FileStat putNew(NewFile place, InputStream content, FileAttributes attributes) throws IOException {
        FileRow row = upload(place.path(), place.version(), content, attributes);
        if (row.stat().chunks() > 0) {
            refuseNewDirectory(row.stat()); // an upload takes longer than a place is known to hold
        }
        records.putReserved(row);
        garbage.collect();
        checkCrowd(place.path());
        return row.stat();
    }

    /** Returns the version of an entry without a file, left by a put or removal that did not end. */
    private Optional<UUID> refuseDirectory(StorePath path) throws IOException {
        Optional<EntryRow> entry = entries.find(path, Columns.METADATA);
        if (path.isRoot() || entry.filter(EntryRow::isDirectory).isPresent()) {
            throw new StoreException("path=" + path + ": a directory, expected a file or nothing");
        }
        return entry.map(EntryRow::version);
    }

    /** An upload of chunks takes time, in which another client may have created a directory. */
    private void refuseNewDirectory(FileStat stat) throws IOException {
        try {
            refuseDirectory(stat.path());
        } catch (StoreException e) {
            garbage.add(stat);
            throw e;
        }
    }

    private FileRow upload(StorePath path, UUID version, InputStream content, FileAttributes attributes)
            throws IOException {
        Upload upload = new Upload(settings.chunkBytes());
        boolean isWritten = false;
        try {
            upload.read(content, (number, chunk) -> tables.putChunk(new Chunk(path, version, number), chunk));
            isWritten = true;
        } finally {
            if (!isWritten) {
                garbage.add(path, version, upload.chunks());
            }
        }
        int chunkBytes = upload.chunks() == 0 ? 0 : settings.chunkBytes();
        FileStat stat =
                new FileStat(path, version, upload.size(), upload.chunks(), chunkBytes, attributes, upload.sha256());
        return new FileRow(stat, upload.small());
    }

    /** Checks one put of some, whether its bucket has become too large. */
    private void checkCrowd(StorePath path) {
        int puts = Math.max(1, Math.min(MOST_PUTS_A_CHECK, settings.bucketFiles() / 16));
        boolean isChecked;
        synchronized (random) {
            isChecked = random.nextInt(puts) == 0;
        }
        try {
            if (isChecked && entries.isCrowded(path, settings.bucketFiles())) {
                crowded.accept(path.parent());
            }
        } catch (IOException e) {
            // the put has succeeded; another one checks again
            LOG.debug("directory={}: size not known: {}", path.parent(), e.toString());
        }
    }

    /** Returns the metadata of a file, without reading its content. */
    public Optional<FileStat> stat(StorePath path) throws IOException {
        return records.find(path, Columns.METADATA).map(FileRow::stat);
    }

    /** Returns the current version of a file. One read gets it whole, unless it is in chunks. */
    public Optional<FileContent> open(StorePath path) throws IOException {
        return records.find(path, Columns.CONTENT).map(row -> new FileContent(tables, row));
    }

    /**
     * Returns the content of a file, checked.
     *
     * @throws StoreException.NotFound if there is no such file
     */
    public byte[] read(StorePath path) throws IOException {
        return reading(path, FileContent::bytes);
    }

    /** A use of a file's content, repeated if the file is replaced meanwhile. */
    public interface Reading<T> {
        /** Uses the content from its beginning. */
        T of(FileContent content) throws IOException;
    }

    /**
     * Reads a file, and again if it is replaced before the end.
     *
     * @throws StoreException.NotFound if there is no such file
     * @throws StoreException.Damaged if it was not replaced, but chunks of it are missing
     */
    public <T> T reading(StorePath path, Reading<T> reading) throws IOException {
        UUID gone = null;
        for (int attempt = 1; ; attempt++) {
            FileContent content = open(path).orElseThrow(() -> new StoreException.NotFound(path));
            UUID version = content.stat().version();
            try {
                return reading.of(content);
            } catch (StoreException.Replaced e) {
                if (version.equals(gone)) {
                    throw new StoreException.Damaged(content.stat(), "chunks are missing");
                }
                gone = version;
                if (attempt == READ_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Copies the content of a file to a stream that is created again if the file is replaced meanwhile. */
    public FileStat copyTo(StorePath path, Output output) throws IOException {
        return reading(path, content -> {
            try (OutputStream out = output.create();
                    InputStream in = content.stream()) {
                in.transferTo(out);
            }
            return content.stat();
        });
    }

    /** A factory of streams; each replaces what was written to the one before. */
    public interface Output {
        /** Creates a stream. */
        OutputStream create() throws IOException;
    }

    /**
     * Returns the entries of a directory in the order of their names; none if it does not exist.
     *
     * @param after path in the directory after which to begin, or null
     */
    public DirectoryListing list(StorePath directory, @Nullable StorePath after) {
        return new DirectoryListing(entries.list(directory, after), records);
    }

    /** Returns the POSIX permission bits of a directory, 0 to 0777, if an import has recorded them. */
    public OptionalInt directoryMode(StorePath directory) throws IOException {
        return directories.mode(directory);
    }

    /** Returns whether a path is a directory. */
    public boolean isDirectory(StorePath path) throws IOException {
        return directories.exists(path);
    }

    /** Creates a directory without permission bits; otherwise as {@link #createDirectory(StorePath, OptionalInt)}. */
    public Vacancy createDirectory(StorePath directory) throws IOException {
        return createDirectory(directory, OptionalInt.empty());
    }

    /**
     * Creates a directory and those above it, if they do not exist.
     *
     * @param mode POSIX permission bits to record for it, 0 to 0777; without them, those that it has are kept
     * @return whether it is vacant, for {@link #reserve}
     * @throws StoreException if it, or one above it, is a file
     */
    public Vacancy createDirectory(StorePath directory, OptionalInt mode) throws IOException {
        long now = clock.nanoTime();
        directories.create(directory, mode);
        return new Vacancy(entries.isVacant(directory), now, clock);
    }

    /**
     * Removes a file.
     *
     * @return whether it existed
     */
    public boolean remove(StorePath path) throws IOException {
        Optional<FileStat> before = stat(path);
        if (before.isEmpty()) {
            return false;
        }
        records.delete(path, versions.after(before.get().version()));
        garbage.add(before.get());
        garbage.collect();
        return true;
    }

    /**
     * Removes an empty directory. Files that others put into it at the same moment may be missing in the listing of the
     * directory above until a verification repairs that.
     *
     * @throws StoreException if it does not exist or is not empty
     */
    public void removeDirectory(StorePath directory) throws IOException {
        if (directory.isRoot()) {
            throw new StoreException("path=/: the root, allowed any other directory");
        }
        directories.remove(directory, path -> list(path, null).next(1).isEmpty());
    }

    /**
     * Renames a file: copies it, then removes the version that was copied. A reader sees it under its new path before
     * it is gone from the old one. If the client ends in between, it has both.
     *
     * @throws StoreException.NotFound if there is no such file
     */
    public FileStat move(StorePath from, StorePath to) throws IOException {
        if (from.equals(to)) {
            return stat(from).orElseThrow(() -> new StoreException.NotFound(from));
        }
        FileStat[] moved = new FileStat[2];
        reading(from, content -> {
            moved[0] = content.stat();
            try (InputStream in = content.stream()) {
                moved[1] = put(to, in, content.stat().attributes());
            }
            return true;
        });
        records.delete(from, moved[0].version());
        garbage.add(moved[0]);
        return moved[1];
    }

    /** Returns the tables, for traversals. */
    StoreTables tables() {
        return tables;
    }

    /** Returns the entries, for traversals. */
    Entries entries() {
        return entries;
    }

    /** Writes the entry of a file that has none, with a version that no removal before it hides. */
    void repairEntry(FileStat stat) throws IOException {
        directories.create(stat.path().parent());
        entries.put(EntryRow.ofFile(stat.path(), versions.after(stat.version()), Optional.empty()), false);
    }

    /** Writes the entries of a directory, and those above it, that do not exist. */
    void repairDirectory(StorePath directory) throws IOException {
        directories.create(directory);
    }

    /** Deletes the chunks of replaced files, and ends the thread that splits directories. */
    @Override
    public void close() throws IOException {
        try {
            onClose.close();
        } catch (IOException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IOException(e);
        }
        garbage.collectAll();
    }
}
