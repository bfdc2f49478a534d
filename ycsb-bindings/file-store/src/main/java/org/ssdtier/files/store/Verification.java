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
import org.ssdtier.files.table.Slice;

/**
 * A check of every file of a store: its content against its SHA-256, its entry in its directory, and that there are no
 * chunks without a file. Entries that are missing can be written, and chunks without a file deleted.
 */
public final class Verification {
    /** Age from which a chunk without a file counts as garbage: younger ones may belong to a put in progress. */
    private static final Duration PUT_TIME = Duration.ofHours(1);

    private final FileStore store;
    private final boolean repairs;
    private final long chunksBeforeMicros;
    private final Consumer<Problem> problems;
    private final LongAdder files = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder found = new LongAdder();
    private final LongAdder repaired = new LongAdder();

    private Verification(FileStore store, boolean repairs, long chunksBeforeMicros, Consumer<Problem> problems) {
        this.store = store;
        this.repairs = repairs;
        this.chunksBeforeMicros = chunksBeforeMicros;
        this.problems = problems;
    }

    /**
     * Creates a verification.
     *
     * @param repairs whether missing entries are written and chunks without a file deleted
     * @param problems called by several threads with each problem
     */
    public static Verification of(FileStore store, boolean repairs, Consumer<Problem> problems) {
        long hourAgo = StoreClock.SYSTEM.micros() - TimeUnit.NANOSECONDS.toMicros(PUT_TIME.toNanos());
        return new Verification(store, repairs, hourAgo, problems);
    }

    static Verification of(FileStore store, boolean repairs, long chunksBeforeMicros, Consumer<Problem> problems) {
        return new Verification(store, repairs, chunksBeforeMicros, problems);
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
     * Checks all files.
     *
     * @param each called by several threads with each file that was checked
     */
    public Result run(int threads, Checkpoint checkpoint, Consumer<FileStat> each) throws IOException {
        Traversal.ofContent(store, checkpoint).run(threads, file -> {
            check(file);
            each.accept(file.stat());
        });
        for (int i = 0; i < Traversal.SLICES; i++) {
            store.tables().scanChunks(Slice.of(i, Traversal.SLICES), this::check);
        }
        return new Result(files.sum(), bytes.sum(), found.sum(), repaired.sum());
    }

    private void check(FileContent file) throws IOException {
        FileStat stat = file.stat();
        files.increment();
        bytes.add(stat.size());
        try {
            hash(file);
        } catch (StoreException.Replaced e) {
            checkAgain(stat);
        } catch (StoreException.Damaged e) {
            report(stat.path(), e.getMessage(), false);
        }
        if (store.settings().model() == StoreModel.FILE_PER_ROW) {
            checkEntry(stat);
        }
    }

    private static void hash(FileContent file) throws IOException {
        try (InputStream in = file.stream()) {
            in.transferTo(OutputStream.nullOutputStream());
        }
    }

    /** Checks a file whose content was gone: replaced meanwhile, or damaged. */
    private void checkAgain(FileStat stat) throws IOException {
        try {
            store.reading(stat.path(), now -> {
                hash(now);
                return true;
            });
        } catch (StoreException.NotFound e) {
            // removed meanwhile
        } catch (StoreException.Replaced | StoreException.Damaged e) {
            report(stat.path(), "version=" + stat.version() + ": chunks are missing", false);
        }
    }

    private void checkEntry(FileStat stat) throws IOException {
        if (store.entries().find(stat.path(), Columns.METADATA).isEmpty()
                && store.stat(stat.path()).isPresent()) {
            if (repairs) {
                store.repairEntry(stat);
            }
            report(stat.path(), "no entry in its directory", repairs);
        }
    }

    private void check(Chunk chunk) throws IOException {
        if (Versions.micros(chunk.version()) >= chunksBeforeMicros) {
            return;
        }
        Optional<FileStat> stat = store.stat(chunk.path());
        boolean isUsed = stat.filter(now -> now.version().equals(chunk.version()) && chunk.number() < now.chunks())
                .isPresent();
        if (!isUsed) {
            if (repairs) {
                store.tables().deleteChunk(chunk);
            }
            report(chunk.path(), "version=" + chunk.version() + " chunk=" + chunk.number() + " of no file", repairs);
        }
    }

    private void report(StorePath path, String description, boolean isRepaired) {
        found.increment();
        if (isRepaired) {
            repaired.increment();
        }
        problems.accept(new Problem(path, description, isRepaired));
    }
}
