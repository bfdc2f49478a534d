package org.ssdtier.files.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.ssdtier.files.model.FileStat;
import org.ssdtier.files.model.StoreException;
import org.ssdtier.files.model.StoreModel;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.model.Versions;
import org.ssdtier.files.table.Chunk;
import org.ssdtier.files.table.Columns;
import org.ssdtier.files.table.EntryRow;
import org.ssdtier.files.table.Slice;

/**
 * A check of every file of a store: its content against its SHA-256, its entry in its directory, the entries of the
 * directories above it, and that there are no chunks without a file. Entries that are missing can be written, and chunks
 * without a file deleted.
 */
public final class Verification {
    /** Age from which a chunk without a file counts as garbage: younger ones may belong to a put in progress. */
    private static final Duration PUT_TIME = Duration.ofDays(1);

    private static final String KEPT = ", kept: not all replicas answer";

    private final FileStore store;
    private final FileStore everywhere;
    private final boolean repairs;
    private final long chunksBeforeMicros;
    private final Consumer<Problem> problems;
    private final LongAdder files = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder found = new LongAdder();
    private final LongAdder repaired = new LongAdder();

    /** True once a read of all replicas has failed. */
    private volatile boolean isReplicaSilent;

    /** Directories that have an entry, or were reported. */
    private final RecentPaths<Boolean> listed = new RecentPaths<>();

    private Verification(
            FileStore store,
            FileStore everywhere,
            boolean repairs,
            long chunksBeforeMicros,
            Consumer<Problem> problems) {
        this.store = store;
        this.everywhere = everywhere;
        this.repairs = repairs;
        this.chunksBeforeMicros = chunksBeforeMicros;
        this.problems = problems;
    }

    /**
     * Creates a verification.
     *
     * @param everywhere the same store with reads of all replicas: a put that failed may be known to one of them only, and
     *     its chunks must not be deleted then
     * @param repairs whether missing entries are written and chunks without a file deleted
     * @param problems called by several threads with each problem
     */
    public static Verification of(FileStore store, FileStore everywhere, boolean repairs, Consumer<Problem> problems) {
        long before = StoreClock.SYSTEM.micros() - TimeUnit.NANOSECONDS.toMicros(PUT_TIME.toNanos());
        return new Verification(store, everywhere, repairs, before, problems);
    }

    /** Creates a verification that repairs. */
    static Verification of(FileStore store, FileStore everywhere, long chunksBeforeMicros, Consumer<Problem> problems) {
        return new Verification(store, everywhere, true, chunksBeforeMicros, problems);
    }

    static Verification of(FileStore store, boolean repairs, long chunksBeforeMicros, Consumer<Problem> problems) {
        return new Verification(store, store, repairs, chunksBeforeMicros, problems);
    }

    /**
     * A problem of a store.
     *
     * @param path path of the file
     * @param description what is wrong
     * @param isRepaired whether it was repaired
     */
    public record Problem(StorePath path, String description, boolean isRepaired) {}

    /**
     * The outcome of a verification.
     *
     * @param files number of files
     * @param bytes bytes of their content
     * @param problems number of problems found
     * @param repaired number of those that were repaired
     */
    public record Result(long files, long bytes, long problems, long repaired) {
        /** Returns whether the store is as it should be now. */
        public boolean isGood() {
            return problems == repaired;
        }
    }

    /**
     * Checks all files, then all chunks. In the checkpoint, the slices of the chunks follow those of the files.
     *
     * @param threads number of threads, at least 1
     * @param each called by several threads with each file that was checked
     */
    public Result run(int threads, Checkpoint checkpoint, Consumer<FileStat> each) throws IOException {
        Traversal.ofContent(store, checkpoint).run(threads, file -> {
            boolean isGood = check(file);
            each.accept(file.stat());
            return isGood;
        });
        new SliceThreads(Traversal.SLICES, checkpoint, Traversal.SLICES).run(threads, this::checkChunks);
        return new Result(files.sum(), bytes.sum(), found.sum(), repaired.sum());
    }

    /** Returns whether the file is as it should be now. */
    private boolean check(FileContent file) throws IOException {
        FileStat stat = file.stat();
        files.increment();
        bytes.add(stat.size());
        boolean isGood = checkContent(file);
        if (store.settings().model() == StoreModel.FILE_PER_ROW) {
            isGood &= checkEntry(stat);
        }
        boolean isListed = checkDirectories(stat.path());
        return isGood && isListed;
    }

    private boolean checkContent(FileContent file) throws IOException {
        FileStat stat = file.stat();
        try {
            hash(file);
            return true;
        } catch (StoreException.Replaced e) {
            return checkAgain(stat);
        } catch (StoreException.Damaged e) {
            return report(stat.path(), e.getMessage(), false);
        }
    }

    private static void hash(FileContent file) throws IOException {
        try (InputStream in = file.stream()) {
            in.transferTo(OutputStream.nullOutputStream());
        }
    }

    /** Checks a file whose content was gone: replaced meanwhile, or damaged. */
    private boolean checkAgain(FileStat stat) throws IOException {
        try {
            return store.reading(stat.path(), now -> {
                hash(now);
                return true;
            });
        } catch (StoreException.NotFound e) {
            return true; // removed meanwhile
        } catch (StoreException.Replaced | StoreException.Damaged e) {
            return report(stat.path(), "version=" + stat.version() + ": chunks are missing", false);
        }
    }

    private boolean checkEntry(FileStat stat) throws IOException {
        Optional<EntryRow> entry = store.entries().find(stat.path(), Columns.METADATA);
        boolean isHidden = entry.filter(EntryRow::isDirectory).isPresent();
        if ((entry.isPresent() && !isHidden) || store.stat(stat.path()).isEmpty()) {
            return true;
        }
        if (isHidden) {
            return report(stat.path(), "its directory lists a directory of this name", false);
        }
        String what = "no entry in its directory";
        try {
            if (repairs) {
                store.repairEntry(stat);
            }
            return report(stat.path(), what, repairs);
        } catch (StoreException e) {
            return report(stat.path(), what + ": " + e.getMessage(), false);
        }
    }

    /** Checks that each directory above a file is listed by the one above it. */
    private boolean checkDirectories(StorePath path) throws IOException {
        boolean isGood = true;
        for (StorePath of = path.parent(); !of.isRoot() && listed.get(of) == null; of = of.parent()) {
            if (store.isDirectory(of)) {
                listed.put(of, true);
            } else if (store.stat(path).isPresent() && listed.putIfAbsent(of, true) == null) { // reported once
                isGood &= repairDirectory(of);
            }
        }
        return isGood;
    }

    private boolean repairDirectory(StorePath directory) throws IOException {
        String what = "a directory with files, without an entry in the one above it";
        try {
            if (repairs) {
                store.repairDirectory(directory);
            }
            return report(directory, what, repairs);
        } catch (StoreException e) {
            return report(directory, what + ": " + e.getMessage(), false);
        }
    }

    private boolean checkChunks(Slice slice) throws IOException {
        boolean[] isGood = {true};
        store.tables().scanChunks(slice, chunk -> isGood[0] &= check(chunk));
        return isGood[0];
    }

    /** Returns whether the chunk is as it should be now. */
    private boolean check(Chunk chunk) throws IOException {
        if (Versions.micros(chunk.version()) >= chunksBeforeMicros || isUsed(store, chunk)) {
            return true;
        }
        String what = "version=" + chunk.version() + " chunk=" + chunk.number() + " of no file";
        if (!repairs) {
            return report(chunk.path(), what, false);
        }
        if (isReplicaSilent) {
            return report(chunk.path(), what + KEPT, false);
        }
        try {
            if (isUsed(everywhere, chunk)) {
                what = "version=" + chunk.version()
                        + ": a version that this datacentre did not know; the read of all replicas has told it";
                return report(chunk.path(), what, false);
            }
            store.tables().deleteChunk(chunk);
            return report(chunk.path(), what, true);
        } catch (StoreException e) {
            isReplicaSilent = true; // the next chunk would wait for the same timeout
            return report(chunk.path(), what + KEPT + ": " + e.getMessage(), false);
        }
    }

    private static boolean isUsed(FileStore store, Chunk chunk) throws IOException {
        return store.stat(chunk.path())
                .filter(now -> now.version().equals(chunk.version()) && chunk.number() < now.chunks())
                .isPresent();
    }

    /** Reports a problem and returns whether it is one no longer. */
    private boolean report(StorePath path, String description, boolean isRepaired) {
        found.increment();
        if (isRepaired) {
            repaired.increment();
        }
        problems.accept(new Problem(path, description, isRepaired));
        return isRepaired;
    }
}
