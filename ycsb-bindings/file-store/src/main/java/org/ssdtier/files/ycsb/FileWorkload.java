package org.ssdtier.files.ycsb;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.SplittableRandom;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.ssdtier.ycsb.generator.KeyChooser;
import org.ssdtier.ycsb.generator.Mix;
import org.ssdtier.ycsb.generator.SequentialKeys;
import org.ssdtier.ycsb.generator.UniformKeys;
import org.ssdtier.ycsb.generator.Zipf;
import org.ssdtier.ycsb.generator.ZipfKeys;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;

/**
 * A workload of whole files. Its properties, with their defaults in brackets:
 *
 * <ul>
 *   <li>{@code files.keys}: the paths to request: a file with a percent-encoded path a line, or {@code
 *       redis://HOST:PORT/LIST}. Without it, paths are generated, {@code recordcount} in number.
 *   <li>{@code files.request} (file): with {@code directory}, a read requests all files of a directory.
 *   <li>{@code files.sizes} (paper): sizes of the files that are written: log-normal with 90 % below 50 KB, or those of
 *       the files below a directory.
 *   <li>{@code files.directory.most} (100000): maximum number of files that are read from a directory.
 *   <li>{@code requestdistribution} (zipfian): zipfian, uniform or sequential, over the keys.
 *   <li>{@code zipfexponent} (0.99), {@code readproportion} (1), {@code updateproportion} (0), {@code seed} (1), {@code
 *       runseed} (0): as in {@code PaperWorkload}.
 * </ul>
 *
 * <p>The load phase writes {@code recordcount} files, the first keys.
 */
public final class FileWorkload extends Workload {
    private @Nullable State state;

    /** The unit of a request. */
    private enum Unit {
        FILE,
        DIRECTORY
    }

    /** The distribution of requests over the keys. */
    private enum Distribution {
        ZIPFIAN,
        UNIFORM,
        SEQUENTIAL
    }

    @Override
    public void init(Properties properties) throws WorkloadException {
        try {
            state = new State(properties);
        } catch (IOException | IllegalArgumentException e) {
            throw new WorkloadException(e.getMessage(), e);
        }
    }

    @Override
    public Object initThread(Properties properties, int thread, int threads) {
        return new SplittableRandom(Mix.of(state().seed, state().runSeed, thread));
    }

    @Override
    public boolean doInsert(DB db, Object threadState) {
        long file = state().nextInsert.getAndIncrement() % state().files.size();
        return db.insert("", state().files.get(file), state().content(file, 0)).isOk();
    }

    @Override
    @SuppressWarnings("JdkObsolete") // YCSB's signature
    public boolean doTransaction(DB db, Object threadState) {
        SplittableRandom random = (SplittableRandom) threadState;
        State all = state();
        if (random.nextDouble() * (all.reads + all.updates) >= all.reads) {
            long file = all.fileChooser.next(random);
            db.update("", all.files.get(file), all.content(file, random.nextLong()));
        } else if (all.unit == Unit.DIRECTORY) {
            db.scan("", all.requested.get(all.chooser.next(random)), all.mostFiles, null, new Vector<>());
        } else {
            db.read("", all.requested.get(all.chooser.next(random)), null, new HashMap<>());
        }
        return true;
    }

    private State state() {
        State ready = state;
        if (ready == null) {
            throw new IllegalStateException("init() was not called");
        }
        return ready;
    }

    /** The state that init() builds from the properties, shared by all threads. */
    private static final class State {
        private final long seed;
        private final long runSeed;
        private final double reads;
        private final double updates;
        private final Unit unit;
        private final int mostFiles;
        private final FileSizes sizes;
        private final KeySet files;
        private final KeySet requested;
        private final KeyChooser chooser;
        private final KeyChooser fileChooser;
        private final AtomicLong nextInsert;

        private State(Properties properties) throws IOException {
            seed = Setting.number(properties, "seed", 1, Long.MIN_VALUE, Long.MAX_VALUE);
            runSeed = Setting.number(properties, "runseed", 0, Long.MIN_VALUE, Long.MAX_VALUE);
            reads = Setting.decimal(properties, "readproportion", 1);
            updates = Setting.decimal(properties, "updateproportion", 0);
            if (reads + updates <= 0) {
                throw new IllegalArgumentException("readproportion=0 updateproportion=0, allowed: one above 0");
            }
            unit = Setting.choice(properties, "files.request", Unit.FILE);
            mostFiles = (int) Setting.number(properties, "files.directory.most", 100_000, 1, Integer.MAX_VALUE);
            String ofSizes = Setting.text(properties, "files.sizes", "paper");
            sizes = ofSizes.equals("paper") ? FileSizes.paper() : FileSizes.of(Path.of(ofSizes));
            String keys = Setting.text(properties, "files.keys", "");
            files = keys.isEmpty()
                    ? KeySet.generated(Setting.number(properties, "recordcount", 0, 1, 1 << 28), seed)
                    : KeySet.from(keys);
            requested = unit == Unit.DIRECTORY ? files.directories() : files;
            chooser = chooser(properties, requested.size());
            fileChooser = chooser(properties, files.size());
            nextInsert = new AtomicLong(Setting.number(properties, "insertstart", 0, 0, Integer.MAX_VALUE));
        }

        private KeyChooser chooser(Properties properties, long count) {
            return switch (Setting.choice(properties, "requestdistribution", Distribution.ZIPFIAN)) {
                case ZIPFIAN ->
                    new ZipfKeys(0, count, Setting.decimal(properties, "zipfexponent", Zipf.YCSB_EXPONENT), seed);
                case UNIFORM -> new UniformKeys(0, () -> count - 1);
                case SEQUENTIAL -> new SequentialKeys(0, () -> count - 1);
            };
        }

        /** Returns content of a random size: bytes that do not compress, as those of images. */
        private Map<String, ByteIterator> content(long file, long version) {
            SplittableRandom random = new SplittableRandom(Mix.of(seed, file, version));
            byte[] content = new byte[sizes.next(random)];
            random.nextBytes(content);
            Map<String, ByteIterator> values = new HashMap<>();
            values.put(FileStoreClient.CONTENT, new ByteArrayByteIterator(content));
            return values;
        }
    }
}
