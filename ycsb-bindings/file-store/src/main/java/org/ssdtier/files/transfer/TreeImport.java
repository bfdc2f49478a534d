package org.ssdtier.files.transfer;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.model.ContentTypes;
import org.ssdtier.files.model.FileAttributes;
import org.ssdtier.files.model.FileStat;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.store.FileStore;
import org.ssdtier.files.store.Hashes;
import org.ssdtier.files.store.Vacancy;

/**
 * An import of a directory tree by several threads. A file that the store has with the same size and SHA-256 is left
 * out, so that an import that ended early is continued by the same import; in directories that were just vacant, nothing
 * is looked up. Memory is bounded by a chunk a thread and the names of the files and directories that wait for a thread.
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
     * @throws IOException if the directory cannot be read, or one of the store cannot be created
     */
    public Failures run(int threads) throws IOException {
        if (!Files.isDirectory(source)) {
            throw new IOException("directory=" + source + ": no such directory");
        }
        Thread counter = countInBackground();
        ExecutorService workers = Executors.newFixedThreadPool(threads);
        Semaphore waiting = new Semaphore(threads * WAITING_A_THREAD);
        try {
            visitor(workers, waiting).walk(source);
        } finally {
            workers.shutdown();
            await(workers);
            counter.interrupt();
        }
        throwFatal();
        return failures;
    }

    private TreeWalk visitor(ExecutorService workers, Semaphore waiting) {
        Deque<ImportedDirectory> entered = new ArrayDeque<>();
        return new TreeWalk(target, links, failures) {
            @Override
            void directory(StorePath path) throws IOException {
                ImportedDirectory directory = new ImportedDirectory(store, path);
                entered.push(directory);
                // first in, first out: what waits for a directory begins after it, even with one thread
                execute(workers, waiting, () -> directory.create(failure -> fatal.compareAndSet(null, failure)));
            }

            @Override
            void leave() {
                entered.pop();
            }

            @Override
            void file(Path file, StorePath path, BasicFileAttributes attributes) throws IOException {
                throwFatal(); // the cause of the failures of its files
                if (failures.isTooMany()) {
                    throw new IOException("more than " + Failures.MOST + " files failed; first: "
                            + failures.first().get(0));
                }
                ImportedDirectory directory = entered.element();
                execute(workers, waiting, () -> {
                    try {
                        transfer(file, path, attributes, directory.vacancy());
                    } catch (IOException | RuntimeException e) {
                        failures.add("file=" + file + ": " + e.getMessage());
                    }
                });
            }
        };
    }

    /** Lets a worker do a task, once fewer than the most tasks wait. */
    private void execute(ExecutorService workers, Semaphore waiting, Runnable task) throws IOException {
        throwFatal();
        acquire(waiting);
        workers.execute(() -> {
            try {
                task.run();
            } finally {
                waiting.release();
            }
        });
    }

    private void throwFatal() throws IOException {
        IOException failure = fatal.get();
        if (failure != null) {
            throw failure;
        }
    }

    private static void acquire(Semaphore waiting) throws IOException {
        try {
            waiting.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the import was interrupted");
        }
    }

    private static void await(ExecutorService workers) throws IOException {
        try {
            workers.awaitTermination(Long.MAX_VALUE, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("the import was interrupted");
        }
    }

    private void transfer(Path file, StorePath path, BasicFileAttributes attributes, Vacancy vacancy)
            throws IOException {
        boolean isNew = vacancy.holds();
        Optional<FileStat> there = isNew ? Optional.empty() : store.stat(path);
        if (there.isPresent()
                && there.get().size() == attributes.size()
                && there.get().sha256().equals(sha256(file))) {
            progress.addSkipped(attributes.size());
            return;
        }
        FileAttributes given =
                new FileAttributes(attributes.lastModifiedTime().toInstant(), mode(file), ContentTypes.of(path));
        try (InputStream in = Files.newInputStream(file)) {
            FileStat stat = isNew ? store.putNew(path, in, given) : store.put(path, in, given, there);
            progress.add(stat.size());
        }
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
    private Thread countInBackground() {
        Thread counter = new Thread(() -> {
            long[] total = new long[2];
            TreeWalk count = new TreeWalk(target, links, new Failures()) {
                @Override
                void directory(StorePath path) {}

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
                count.walk(source);
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
