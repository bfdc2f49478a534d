package org.ssdtier.files.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.model.ContentTypes;
import org.ssdtier.files.model.FileAttributes;
import org.ssdtier.files.model.FileStat;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.store.FileStore;
import org.ssdtier.files.store.Hashes;
import org.ssdtier.files.store.NewFile;

/**
 * An import of a directory tree by several threads. A file that the store has with the same size, SHA-256, permission bits and
 * time of modification is left out, so that an import that ended early is continued by the same import; in directories that were
 * just vacant, nothing is looked up. Memory is bounded by a chunk a thread and the names of the files and directories that wait
 * for a thread.
 */
public final class TreeImport {
    private static final int WAITING_A_THREAD = 16;

    private final FileStore store;
    private final Path source;
    private final StorePath target;
    private final Links links;
    private final Progress progress;
    private final Failures failures = new Failures();
    /** The first directory that could not be created: the import ends with it. */
    private final AtomicReference<@Nullable IOException> fatal = new AtomicReference<>();

    /**
     * Creates an import.
     *
     * @param source directory of this machine
     * @param target directory of the store
     */
    public TreeImport(FileStore store, Path source, StorePath target, Links links, Progress progress) {
        this.store = store;
        this.source = source.toAbsolutePath().normalize();
        this.target = target;
        this.links = links;
        this.progress = progress;
    }

    /**
     * Imports the tree.
     *
     * @param threads number of threads, at least 1
     * @return the failures of single files
     * @throws IOException if the directory cannot be read, one of the store cannot be created, or too many files failed
     */
    public Failures run(int threads) throws IOException {
        if (!Files.isDirectory(source)) {
            throw new IOException("directory=" + source + ": no such directory");
        }
        Path root = source.toRealPath(); // a link that the caller has named is not one of the tree
        Thread counter = countInBackground(root);
        try (BoundedWorkers workers = new BoundedWorkers(threads, threads * WAITING_A_THREAD)) {
            new ImportWalk(store, target, links, failures, tasks(workers)).walk(root);
        } finally {
            counter.interrupt();
        }
        throwFatal();
        failures.throwIfTooMany(); // some files may have been left
        return failures;
    }

    /** First in, first out: what waits for a directory or a group begins after it, even with one thread. */
    private ImportWalk.Tasks tasks(BoundedWorkers workers) {
        return new ImportWalk.Tasks() {
            @Override
            public void create(ImportedDirectory directory) throws IOException {
                throwFatal();
                workers.execute(() -> directory.create(failure -> fatal.compareAndSet(null, failure)));
            }

            @Override
            public void put(FileGroup files) throws IOException {
                workers.execute(files::reserve);
                for (int i = 0; i < files.size(); i++) {
                    int index = i;
                    throwFatal(); // the cause of the failures of its files
                    failures.throwIfTooMany();
                    workers.execute(() -> transfer(files, index));
                }
            }
        };
    }

    private void throwFatal() throws IOException {
        IOException failure = fatal.get();
        if (failure != null) {
            throw failure;
        }
    }

    private void transfer(FileGroup files, int index) {
        if (failures.areTooMany()) {
            return; // those that wait would fail one timeout after the other
        }
        FileGroup.Item item = files.item(index);
        try {
            transfer(item, files.place(index));
        } catch (IOException | RuntimeException | Error e) {
            // the message of a failure of the file system is only the file's name
            failures.add("file=" + item.file() + ": " + (e instanceof FileSystemException ? e : e.getMessage()));
        }
    }

    private void transfer(FileGroup.Item item, Optional<NewFile> place) throws IOException {
        Path file = item.file();
        StorePath path = item.path();
        BasicFileAttributes attributes = item.attributes();
        Optional<FileStat> there = place.isPresent() ? Optional.empty() : store.stat(path);
        FileAttributes given =
                new FileAttributes(attributes.lastModifiedTime().toInstant(), mode(file), ContentTypes.of(path));
        if (there.isPresent()
                && there.get().size() == attributes.size()
                && isSame(there.get().attributes(), given)
                && there.get().sha256().equals(sha256(file))) {
            progress.addSkipped(attributes.size());
            return;
        }
        try (InputStream in = Files.newInputStream(file)) {
            FileStat stat =
                    place.isPresent() ? store.putNew(place.get(), in, given) : store.put(path, in, given, there);
            progress.add(stat.size());
        }
    }

    /**
     * A file whose attributes alone differ is put anew: after a change of its row, a removal at the same moment could leave a
     * part of the row.
     */
    private static boolean isSame(FileAttributes there, FileAttributes given) {
        return there.mode() == given.mode() && there.modified().equals(given.modified());
    }

    private static String sha256(Path file) throws IOException {
        MessageDigest digest = Hashes.sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Returns the permission bits of a file. */
    public static int mode(Path file) throws IOException {
        return Modes.of(file);
    }

    /** Counts the files for the display meanwhile: reading all names first would delay a large import. */
    private Thread countInBackground(Path root) {
        Thread counter = new Thread(() -> {
            long[] total = new long[2];
            TreeWalk count = new TreeWalk(target, links, new Failures()) {
                @Override
                void directory(Path local, StorePath path) {}

                @Override
                void file(Path file, StorePath path, BasicFileAttributes attributes) throws IOException {
                    total[0]++;
                    total[1] += attributes.size();
                    if (Thread.currentThread().isInterrupted()) {
                        throw new InterruptedIOException();
                    }
                }
            };
            try {
                count.walk(root);
                progress.setTotal(total[0], total[1]);
            } catch (IOException e) {
                // the import itself fails or reports it
            }
        });
        counter.setDaemon(true);
        counter.start();
        return counter;
    }
}
