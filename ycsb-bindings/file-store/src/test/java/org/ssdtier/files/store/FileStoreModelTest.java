package org.ssdtier.files.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ssdtier.files.model.FileAttributes;
import org.ssdtier.files.model.FileStat;
import org.ssdtier.files.model.StoreException;
import org.ssdtier.files.model.StoreModel;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.model.StoreSettings;
import org.ssdtier.files.table.Columns;
import org.ssdtier.files.table.Layout;
import org.ssdtier.files.table.StoreTables;

/**
 * Random operations of several clients against a {@link History}, with chunks of 8 bytes and buckets of 3 files, while
 * directories are split, statements fail and clients end. It guards the check of the lease in Layouts, the wait of
 * Splitter, the write of both generations, the order of a put, and the retry of a reader; these were not removed one by
 * one yet.
 */
@Tag("property")
@Timeout(120)
final class FileStoreModelTest {
    private static final int CHUNK = 8;
    private static final int SEEDS = 60;
    private static final int CLIENTS = 4;
    private static final int OPERATIONS = 60;
    private static final List<StorePath> DIRECTORIES =
            List.of(StorePath.root(), StorePath.of("/a"), StorePath.of("/a/b"));
    private static final List<StorePath> PATHS = paths();

    private static List<StorePath> paths() {
        List<StorePath> paths = new ArrayList<>();
        for (StorePath directory : DIRECTORIES) {
            for (int i = 0; i < 8; i++) {
                paths.add(directory.resolve(("f" + i).getBytes(StandardCharsets.US_ASCII)));
            }
        }
        return paths;
    }

    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void operations_ofSeveralClients_matchTheModel(StoreModel model) throws Exception {
        int splits = 0;
        int reads = 0;
        int putsUnseen = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Run run = new Run(model, seed, seed % 3 == 0 ? 0 : 15);
            try {
                run.run();
            } catch (AssertionError e) {
                throw new AssertionError("seed=" + seed + ": " + e.getMessage(), e);
            }
            splits += run.splits();
            reads += run.reads.get();
            putsUnseen += run.putsUnseen.get();
        }
        assertTrue(splits > SEEDS / 2, "splits=" + splits);
        assertTrue(reads > SEEDS * OPERATIONS, "reads=" + reads);
        assertTrue(putsUnseen > SEEDS, "putsUnseen=" + putsUnseen);
    }

    /** One run of a seed. */
    private static final class Run {
        private final FakeTables fake = new FakeTables();
        private final History history = new History();
        private final StoreSettings settings;
        private final Simulation simulation;
        private final StoreTables tables;
        private final long seed;
        private final AtomicLong values = new AtomicLong();
        private final AtomicInteger reads = new AtomicInteger();
        private final AtomicInteger putsUnseen = new AtomicInteger();
        private final Deque<StorePath> crowded = new ArrayDeque<>();
        private int clientsLeft = CLIENTS;
        private long node;

        Run(StoreModel model, long seed, int failuresPerThousand) {
            this.settings = new StoreSettings(StoreSettings.FORMAT_VERSION, model, CHUNK, 3);
            this.simulation = new Simulation(seed, failuresPerThousand);
            this.tables = Interception.of(fake, simulation.interception());
            this.seed = seed;
        }

        private FileStore open() {
            return FileStore.open(settings, tables, simulation.clock(), ++node, crowded::add);
        }

        int splits() {
            return (int) DIRECTORIES.stream()
                    .filter(directory -> fake.layout(directory).generation() > 0)
                    .count();
        }

        void run() throws Exception {
            for (int i = 0; i < CLIENTS; i++) {
                SplittableRandom random = new SplittableRandom(seed * 31 + i);
                simulation.add(() -> client(random));
            }
            simulation.add(this::splitter);
            simulation.add(this::splitter);
            simulation.run();
            checkEnd();
        }

        private void splitter() throws Exception {
            Splitter splitter = new Splitter(tables, simulation.clock(), settings.bucketFiles());
            while (clientsLeft > 0) {
                StorePath next = crowded.poll();
                try {
                    if (next != null) {
                        splitter.split(next);
                    }
                } catch (IOException e) {
                    crowded.add(next);
                }
                simulation.clock().sleep(Duration.ofMillis(50));
            }
        }

        private void client(SplittableRandom random) throws Exception {
            FileStore store = open();
            for (int i = 0; i < OPERATIONS; i++) {
                try {
                    if (random.nextInt(8) == 0) {
                        store.close();
                        store = open();
                    }
                    if (i == 0) {
                        fill(store, random);
                    }
                    operate(store, random);
                } catch (StoreException.Damaged e) {
                    throw new AssertionError("a mix", e);
                } catch (StoreException.NotFound e) {
                    // of a move
                } catch (IOException e) {
                    store = random.nextBoolean() ? open() : store;
                }
            }
            clientsLeft--;
        }

        private void operate(FileStore store, SplittableRandom random) throws IOException {
            StorePath path = PATHS.get(random.nextInt(PATHS.size()));
            int choice = random.nextInt(100);
            if (choice < 38) {
                put(store, path, random);
            } else if (choice < 48) {
                History.Write write = history.begin(path, History.NONE);
                store.remove(path);
                history.end(write);
            } else if (choice < 54) {
                move(store, path, PATHS.get(random.nextInt(PATHS.size())));
            } else if (choice < 80) {
                read(store, path);
            } else if (choice < 88) {
                long begin = history.now();
                check(path, store.stat(path), begin);
            } else if (choice < 96) {
                list(store, DIRECTORIES.get(random.nextInt(DIRECTORIES.size())));
            } else {
                traverse(store);
            }
        }

        /** Puts files as an import does: without a look at paths in directories that were just vacant. */
        private void fill(FileStore store, SplittableRandom random) throws IOException {
            for (StorePath directory : DIRECTORIES) {
                List<StorePath> paths = new ArrayList<>();
                for (int file = random.nextInt(3); file >= 0; file--) {
                    paths.add(directory.resolve(("f" + file).getBytes(StandardCharsets.US_ASCII)));
                }
                Vacancy vacancy = store.createDirectory(directory);
                if (vacancy.holds()) {
                    List<History.Write> writes = new ArrayList<>();
                    for (StorePath path : paths) {
                        writes.add(history.begin(path, values.incrementAndGet()));
                    }
                    List<NewFile> places = store.reserve(directory, paths, vacancy);
                    for (int i = 0; i < paths.size(); i++) {
                        long value = writes.get(i).value();
                        ByteArrayInputStream content = new ByteArrayInputStream(content(value));
                        if (places.get(i).holds()) {
                            store.putNew(places.get(i), content, attributes(value));
                            putsUnseen.incrementAndGet();
                        } else {
                            store.put(paths.get(i), content, attributes(value));
                        }
                        history.end(writes.get(i));
                    }
                }
            }
        }

        private void put(FileStore store, StorePath path, SplittableRandom random) throws IOException {
            long value = values.incrementAndGet();
            byte[] content = content(value);
            History.Write write = history.begin(path, value);
            store.put(path, new ByteArrayInputStream(content), attributes(value));
            history.end(write);
            if (random.nextInt(4) == 0) {
                read(store, path);
            }
        }

        private void move(FileStore store, StorePath from, StorePath to) throws IOException {
            if (from.equals(to)) {
                return;
            }
            long begin = history.now();
            Optional<FileStat> stat = store.stat(from);
            if (stat.isEmpty()) {
                check(from, stat, begin);
                return;
            }
            store.read(from);
            long value = values.incrementAndGet();
            History.Write written = history.begin(to, value);
            History.Write removed = history.begin(from, History.NONE);
            store.put(to, new ByteArrayInputStream(content(value)), attributes(value));
            history.end(written);
            store.remove(from);
            history.end(removed);
        }

        private void read(FileStore store, StorePath path) throws IOException {
            long begin = history.now();
            try {
                Map<String, byte[]> found = new HashMap<>();
                long value = store.reading(path, file -> {
                    found.put("bytes", file.bytes());
                    return value(file.stat());
                });
                check(path, value, begin);
                assertArrayEquals(content(value), found.get("bytes"), "path=" + path + " value=" + value);
            } catch (StoreException.NotFound e) {
                check(path, History.NONE, begin);
            }
        }

        private void list(FileStore store, StorePath directory) throws IOException {
            long begin = history.now();
            Map<StorePath, Long> listed = new HashMap<>();
            DirectoryListing listing = store.list(directory, null);
            List<DirectoryListing.Entry> page = listing.next(3);
            StorePath last = directory;
            while (!page.isEmpty()) {
                for (DirectoryListing.Entry entry : page) {
                    assertTrue(entry.path().compareTo(last) > 0, entry.path() + " after " + last);
                    last = entry.path();
                    entry.stat().ifPresent(stat -> listed.put(stat.path(), value(stat)));
                }
                page = listing.next(3);
            }
            for (StorePath path : PATHS) {
                if (path.parent().equals(directory)) {
                    check(path, listed.getOrDefault(path, History.NONE), begin);
                }
            }
        }

        private void traverse(FileStore store) throws IOException {
            long begin = history.now();
            Map<StorePath, Long> visited = new HashMap<>();
            Traversal.of(store, Columns.METADATA, 3, Checkpoint.none()).run(1, file -> {
                assertEquals(null, visited.put(file.stat().path(), value(file.stat())), "twice: " + file.stat());
                return true;
            });
            for (StorePath path : PATHS) {
                check(path, visited.getOrDefault(path, History.NONE), begin);
            }
        }

        private void check(StorePath path, Optional<FileStat> stat, long begin) {
            check(path, stat.map(Run::value).orElse(History.NONE), begin);
        }

        private void check(StorePath path, long value, long begin) {
            reads.incrementAndGet();
            long end = history.now();
            assertTrue(
                    history.allows(path, value, begin, end),
                    "read=" + value + " in " + begin + "–" + end + " of " + history.describe(path));
        }

        private static long value(FileStat stat) {
            return stat.modified().toEpochMilli();
        }

        private static FileAttributes attributes(long value) {
            return new FileAttributes(Instant.ofEpochMilli(value), FileAttributes.DEFAULT_MODE, "text/plain");
        }

        private static byte[] content(long value) {
            int[] sizes = {0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 2};
            byte[] content = new byte[sizes[(int) (value % sizes.length)]];
            Arrays.fill(content, (byte) value);
            return content;
        }

        /** Repairs what failed operations have left, and checks that all is as it should be. */
        private void checkEnd() throws IOException {
            FileStore store = open();
            Splitter splitter = new Splitter(fake, simulation.clock(), settings.bucketFiles());
            for (StorePath directory : DIRECTORIES) {
                splitter.split(directory);
                assertEquals(Layout.Phase.STABLE, fake.layout(directory).phase());
            }
            Verification.Result repaired =
                    Verification.of(store, true, Long.MAX_VALUE, problem -> {}).run(1, Checkpoint.none(), stat -> {});
            assertTrue(repaired.isGood(), repaired.toString());
            Set<String> problems = new HashSet<>();
            Verification.of(store, false, Long.MAX_VALUE, problem -> problems.add(problem.toString()))
                    .run(1, Checkpoint.none(), stat -> {});
            assertEquals(Set.of(), problems);
            for (StorePath path : PATHS) {
                read(store, path);
            }
            DIRECTORIES.forEach(directory -> assertList(store, directory));
            traverse(store);
        }

        private void assertList(FileStore store, StorePath directory) {
            try {
                list(store, directory);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }
}
