package org.ssdtier.files.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.model.FileStat;
import org.ssdtier.files.model.StoreException;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.store.DirectoryListing;
import org.ssdtier.files.store.FileStore;

/**
 * An export of a directory of a store to this machine by several threads. A link in the place of a file is replaced, one
 * in that of a directory is a failure; none is followed. A file is written beside its place and then renamed. One that is
 * there with the same size, time of modification and permission bits is left out, so that an export that ended early is
 * continued by the same export. A directory gets the permission bits of the store after what it contains; the named one only
 * if the export makes it. Memory is bounded by a page of names a level and a chunk a thread.
 */
public final class TreeExport {
    private static final int PAGE = 512;
    private static final int BUFFER_BYTES = 64 << 10;
    /** Beginning and end of the names of files that are being written. */
    private static final String BEGIN = ".ssdtier-export-";

    private static final String END = ".unfinished";

    private final FileStore store;
    private final Path target;
    private final Progress progress;
    private final Failures failures = new Failures();

    /**
     * Creates an export.
     *
     * @param target directory of this machine; created if it does not exist
     */
    public TreeExport(FileStore store, Path target, Progress progress) {
        this.store = store;
        this.target = target.toAbsolutePath().normalize();
        this.progress = progress;
    }

    /**
     * Exports a directory.
     *
     * @param threads number of threads, at least 1
     * @return the failures of single files
     * @throws IOException if the directory cannot be made or listed, or too many files failed
     */
    public Failures run(StorePath source, int threads) throws IOException {
        ExportedDirectory made = makeTarget(source);
        removeUnfinished(target);
        try (BoundedWorkers workers = new BoundedWorkers(threads, threads + PAGE)) {
            directory(source, source, made, workers);
        }
        failures.throwIfTooMany(); // some files may have been left
        return failures;
    }

    private ExportedDirectory makeTarget(StorePath source) throws IOException {
        boolean isThere = Files.isDirectory(target); // perhaps by a link that the caller has named
        Files.createDirectories(isThere || target.getParent() == null ? target : target.getParent());
        return isThere
                ? ExportedDirectory.existing(target, failures)
                : ExportedDirectory.make(target, null, store.directoryMode(source), failures);
    }

    private void directory(StorePath source, StorePath directory, ExportedDirectory made, BoundedWorkers workers)
            throws IOException {
        DirectoryListing listing = store.list(directory, null);
        List<DirectoryListing.Entry> page = listing.next(PAGE);
        while (!page.isEmpty()) {
            for (DirectoryListing.Entry entry : page) {
                if (entry.stat().isPresent()) {
                    FileStat stat = entry.stat().get();
                    made.add();
                    workers.execute(() -> {
                        transfer(source, stat);
                        made.done();
                    });
                }
            }
            for (DirectoryListing.Entry entry : page) {
                if (entry.isDirectory()) {
                    ExportedDirectory below = make(source, entry, made);
                    if (below != null) {
                        directory(source, entry.path(), below, workers);
                    }
                }
            }
            failures.throwIfTooMany();
            page = listing.next(PAGE);
        }
        made.done();
    }

    /** Makes a directory of this machine. If that fails, returns null, and what it would contain is left out. */
    private @Nullable ExportedDirectory make(
            StorePath source, DirectoryListing.Entry directory, ExportedDirectory above) {
        try {
            Path local = local(source, directory.path());
            ExportedDirectory made = ExportedDirectory.make(local, above, directory.directoryMode(), failures);
            removeUnfinished(local);
            return made;
        } catch (IOException | RuntimeException e) {
            failures.add("path=" + directory.path() + ": " + e);
            return null;
        }
    }

    /** Removes what an export that was killed has left. */
    private static void removeUnfinished(Path directory) throws IOException {
        try (DirectoryStream<Path> unfinished = Files.newDirectoryStream(directory, BEGIN + "*" + END)) {
            for (Path file : unfinished) {
                if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                    Files.delete(file);
                }
            }
        }
    }

    private Path local(StorePath source, StorePath path) {
        return path.equals(source) ? target : LocalNames.resolve(target, path.below(source));
    }

    private void transfer(StorePath source, FileStat stat) {
        if (failures.areTooMany()) {
            return; // those that wait would fail one timeout after the other
        }
        try {
            Path file = local(source, stat.path());
            if (isThere(file, stat)) {
                progress.addSkipped(stat.size());
            } else {
                write(stat.path(), file);
                progress.add(stat.size());
            }
        } catch (IOException | RuntimeException | Error e) {
            failures.add("path=" + stat.path() + ": " + e);
        }
    }

    private static boolean isThere(Path file, FileStat stat) throws IOException {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                && Files.size(file) == stat.size()
                && Files.getLastModifiedTime(file).toInstant().equals(stat.modified())
                && Modes.of(file) == stat.attributes().mode();
    }

    private void write(StorePath path, Path file) throws IOException {
        Path unfinished = Files.createTempFile(file.getParent(), BEGIN, END);
        try {
            finish(unfinished, file, writeTo(store, path, unfinished));
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /** Gives a file that was written its attributes and its name. */
    public static void finish(Path unfinished, Path file, FileStat stat) throws IOException {
        Files.setPosixFilePermissions(
                unfinished, Modes.permissions(stat.attributes().mode()));
        Files.setLastModifiedTime(unfinished, FileTime.from(stat.modified()));
        Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Writes the content of a file of the store to one of this machine. */
    public static FileStat writeTo(FileStore store, StorePath path, Path file) throws IOException {
        return store.copyTo(path, () -> Files.newOutputStream(file));
    }

    /**
     * Writes a file to a stream, and reads it again if it is replaced before its first byte is written.
     *
     * @param out stream that cannot be begun again, such as standard output; not closed
     * @throws StoreException if it is replaced later
     */
    public static void print(FileStore store, StorePath path, OutputStream out) throws IOException {
        store.reading(path, content -> {
            long written = 0;
            try (InputStream in = content.stream()) {
                byte[] buffer = new byte[BUFFER_BYTES];
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    out.write(buffer, 0, count);
                    written += count;
                }
            } catch (StoreException.Replaced e) {
                if (written > 0) {
                    throw new StoreException("path=" + path + ": replaced after bytes=" + written
                            + " were written; to a FILE, it would be read again");
                }
                throw e;
            }
            return true;
        });
    }
}
