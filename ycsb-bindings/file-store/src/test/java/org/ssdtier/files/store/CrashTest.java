package org.ssdtier.files.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ssdtier.files.model.FileAttributes;
import org.ssdtier.files.model.FileStat;
import org.ssdtier.files.model.StoreException;
import org.ssdtier.files.model.StoreModel;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.model.StoreSettings;
import org.ssdtier.files.table.Chunk;
import org.ssdtier.files.table.Layout;
import org.ssdtier.files.table.StoreTables;

/** A client that ends before or after each statement of an operation, and what other clients find then. */
@Tag("crash")
final class CrashTest {
    private static final StorePath PATH = StorePath.of("/a/b/file");
    private static final int CHUNK = 8;

    private final ManualClock clock = new ManualClock();
    private long node;

    /** A clock that goes on by a microsecond at each look, and does not wait. */
    private static final class ManualClock implements StoreClock {
        private long nanos = 1_700_000_000_000_000_000L;

        @Override
        public long nanoTime() {
            return nanos += 1_000;
        }

        @Override
        public long micros() {
            return nanoTime() / 1_000;
        }

        @Override
        public void sleep(Duration duration) {
            nanos += duration.toNanos();
        }
    }

    /** Tables that fail from a statement on: before it, or after it was applied. */
    private static StoreTables endingAt(StoreTables tables, int statement, boolean isApplied) {
        int[] count = new int[1];
        return Interception.of(tables, (name, isWrite, call) -> {
            int number = count[0]++;
            if (number > statement || (number == statement && !isApplied)) {
                throw new IOException("the client has ended");
            }
            Object result = call.execute();
            if (number == statement) {
                throw new IOException("the client has ended");
            }
            return result;
        });
    }

    private FileStore open(StoreModel model, StoreTables tables) {
        StoreSettings settings = new StoreSettings(StoreSettings.FORMAT_VERSION, model, CHUNK, 4);
        return FileStore.open(settings, tables, clock, ++node, directory -> {});
    }

    private static byte[] bytes(int size, int value) {
        byte[] bytes = new byte[size];
        Arrays.fill(bytes, (byte) value);
        return bytes;
    }

    private static FileStat put(FileStore store, StorePath path, byte[] content) throws IOException {
        return store.put(
                path, new ByteArrayInputStream(content), new FileAttributes(Instant.EPOCH, 0644, "text/plain"));
    }

    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void put_endsAnywhere_leavesTheOldFileOrTheNewOne(StoreModel model) throws IOException {
        for (byte[] before : List.of(new byte[0], bytes(3, 1), bytes(20, 1))) {
            for (byte[] after : List.of(bytes(5, 2), bytes(30, 2))) {
                assertPut(model, before, after);
            }
        }
    }

    private void assertPut(StoreModel model, byte[] before, byte[] after) throws IOException {
        boolean isNew = before.length == 0;
        int steps = 0;
        for (boolean isDone = false; !isDone; steps++) {
            FakeTables fake = new FakeTables();
            if (!isNew) {
                put(open(model, fake), PATH, before);
            }
            FileStore ending = open(model, endingAt(fake, steps / 2, steps % 2 == 1));
            isDone = succeeds(() -> put(ending, PATH, after));
            FileStore other = open(model, fake);
            Optional<FileStat> stat = other.stat(PATH);
            boolean isAfter = stat.isPresent() && stat.get().size() == after.length;
            assertEquals(!isNew || isAfter, stat.isPresent(), "step=" + steps);
            if (stat.isPresent()) {
                assertArrayEquals(isAfter ? after : before, other.read(PATH), "step=" + steps);
                assertEquals(List.of(PATH), names(other, PATH.parent()), "step=" + steps);
            }
            assertTrue(!isDone || isAfter);
            put(other, PATH, bytes(11, 3));
            assertArrayEquals(bytes(11, 3), open(model, fake).read(PATH));
            assertEquals(List.of(StorePath.of("/a")), names(other, StorePath.root()));
            assertRepaired(other, fake);
        }
        assertTrue(steps > 6, "steps=" + steps);
    }

    private static void assertRepaired(FileStore store, FakeTables fake) throws IOException {
        store.close();
        assertTrue(Verification.of(store, true, Long.MAX_VALUE, problem -> {})
                .run(1, Checkpoint.none(), stat -> {})
                .isGood());
        assertEquals(2, fake.chunkCount(), "chunks of 11 bytes");
    }

    private static List<StorePath> names(FileStore store, StorePath directory) throws IOException {
        return store.list(directory, null).next(100).stream()
                .map(DirectoryListing.Entry::path)
                .toList();
    }

    /** A body that may fail. */
    private interface Body {
        void run() throws IOException;
    }

    private static boolean succeeds(Body body) {
        try {
            body.run();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void removeAndMove_endAnywhere_loseNothing(StoreModel model) throws IOException {
        StorePath to = StorePath.of("/c/moved");
        byte[] content = bytes(20, 1);
        int steps = 0;
        for (boolean isDone = false; !isDone; steps++) {
            FakeTables fake = new FakeTables();
            put(open(model, fake), PATH, content);
            FileStore ending = open(model, endingAt(fake, steps / 2, steps % 2 == 1));
            isDone = succeeds(() -> ending.move(PATH, to));
            FileStore other = open(model, fake);
            boolean isThere = other.stat(PATH).isPresent();
            boolean isMoved = other.stat(to).isPresent();
            assertTrue(isThere || isMoved, "step=" + steps);
            assertEquals(isThere, names(other, PATH.parent()).equals(List.of(PATH)), "step=" + steps);
            assertArrayEquals(content, other.read(isThere ? PATH : to));
            assertTrue(!isDone || (isMoved && !isThere));
        }
        assertTrue(steps > 10, "steps=" + steps);
        for (int step = 0; step < 12; step++) {
            FakeTables fake = new FakeTables();
            put(open(model, fake), PATH, content);
            FileStore ending = open(model, endingAt(fake, step / 2, step % 2 == 1));
            boolean isRemoved = succeeds(() -> ending.remove(PATH));
            FileStore other = open(model, fake);
            boolean isThere = other.stat(PATH).isPresent();
            assertFalse(isRemoved && isThere);
            assertEquals(isThere ? List.of(PATH) : List.of(), names(other, PATH.parent()), "step=" + step);
        }
    }

    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void split_endsAnywhere_isContinuedByAnother(StoreModel model) throws IOException {
        StorePath directory = StorePath.of("/many");
        int steps = 0;
        for (boolean isDone = false; !isDone; steps++) {
            FakeTables fake = new FakeTables();
            FileStore store = open(model, fake);
            List<StorePath> paths = new ArrayList<>();
            for (int i = 10; i < 50; i++) {
                StorePath path = StorePath.of("/many/" + i);
                paths.add(path);
                put(store, path, bytes(i % 12, i));
            }
            Splitter ending = new Splitter(endingAt(fake, steps / 2, steps % 2 == 1), clock, 4);
            isDone = succeeds(() -> ending.split(directory));
            clock.sleep(Layouts.LEASE);
            assertEquals(paths, names(store, directory), "step=" + steps);
            put(store, StorePath.of("/many/99"), bytes(9, 9));
            new Splitter(fake, clock, 4).split(directory);
            clock.sleep(Layouts.LEASE);
            paths.add(StorePath.of("/many/99"));
            assertEquals(paths, names(store, directory), "step=" + steps);
            assertEquals(Layout.stable(3), fake.layout(directory), "step=" + steps);
            for (StorePath path : paths.subList(0, 40)) {
                int i = Integer.parseInt(path.toString().substring(6));
                assertArrayEquals(bytes(i % 12, i), store.read(path));
            }
        }
        assertTrue(steps > 100, "steps=" + steps);
    }

    /** A client whose clock is an hour behind replaces what it has seen: {@code seen} in Versions. */
    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void put_clockBehind_replacesWhatIsThere(StoreModel model) throws IOException {
        FakeTables fake = new FakeTables();
        put(open(model, fake), PATH, bytes(3, 1));
        clock.sleep(Duration.ofHours(-1));
        put(open(model, fake), PATH, bytes(3, 2));
        assertArrayEquals(bytes(3, 2), open(model, fake).read(PATH));
        assertTrue(open(model, fake).remove(PATH));
        assertFalse(open(model, fake).stat(PATH).isPresent());
    }

    @Test
    void read_damagedContent_isRefused() throws IOException {
        FakeTables fake = new FakeTables();
        FileStore store = open(StoreModel.FILE_PER_ROW, fake);
        put(store, PATH, bytes(5, 1));
        fake.damage(PATH);
        assertThrows(StoreException.Damaged.class, () -> store.read(PATH));
        List<String> problems = new ArrayList<>();
        Verification.Result result = Verification.of(store, true, 0, problem -> problems.add(problem.description()))
                .run(1, Checkpoint.none(), stat -> {});
        assertFalse(result.isGood());
        assertTrue(problems.get(0).contains("content with sha256="), problems.toString());
    }

    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void paths_thatAreFilesAndDirectories_areRefused(StoreModel model) throws IOException {
        FileStore store = open(model, new FakeTables());
        put(store, PATH, bytes(1, 1));
        assertThrows(StoreException.class, () -> put(store, PATH.parent(), bytes(1, 1)));
        assertThrows(StoreException.class, () -> put(store, PATH.resolve(new byte[] {'x'}), bytes(1, 1)));
        assertThrows(StoreException.class, () -> put(store, StorePath.root(), bytes(1, 1)));
        assertThrows(StoreException.class, () -> store.removeDirectory(PATH.parent()));
        assertThrows(StoreException.NotFound.class, () -> store.read(StorePath.of("/none")));
        store.remove(PATH);
        store.removeDirectory(PATH.parent());
        assertEquals(List.of(), names(store, StorePath.of("/a")));
        assertFalse(store.isDirectory(PATH.parent()));
    }

    /** A continued verification finds what is still damaged again, and does not report a good store. */
    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void verification_continued_findsWhatIsNotRepaired(StoreModel model, @TempDir Path directory) throws IOException {
        FakeTables fake = new FakeTables();
        FileStore store = open(model, fake);
        for (int i = 0; i < 20; i++) {
            put(store, StorePath.of("/d" + i + "/f"), bytes(3, i));
        }
        put(store, PATH, bytes(CHUNK * 2, 1));
        fake.deleteChunk(new Chunk(PATH, store.stat(PATH).orElseThrow().version(), 1));
        assertThrows(StoreException.Damaged.class, () -> store.read(PATH));
        Path file = directory.resolve("checkpoint");
        for (int run = 1; run <= 2; run++) {
            List<StorePath> checked = new ArrayList<>();
            List<String> problems = new ArrayList<>();
            try (Checkpoint checkpoint = Checkpoint.open(file, "test")) {
                Verification.of(store, true, 0, problem -> problems.add(problem.toString()))
                        .run(1, checkpoint, stat -> checked.add(stat.path()));
            }
            assertEquals(1, problems.size(), problems.toString());
            assertTrue(checked.contains(PATH) && (run == 1 || checked.size() < 21), checked.toString());
        }
    }

    /** A directory that another client has removed is not made again by one that knows it for some seconds yet. */
    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void verification_directoryWithoutEntry_isFoundAndRepaired(StoreModel model) throws IOException {
        FakeTables fake = new FakeTables();
        FileStore one = open(model, fake);
        FileStore other = open(model, fake);
        put(one, PATH, bytes(3, 1));
        other.remove(PATH);
        other.removeDirectory(PATH.parent());
        put(one, PATH, bytes(3, 2));
        assertEquals(List.of(), names(open(model, fake), PATH.parent().parent()));
        List<String> problems = new ArrayList<>();
        Verification.Result found = Verification.of(
                        open(model, fake), false, 0, problem -> problems.add(problem.description()))
                .run(1, Checkpoint.none(), stat -> {});
        assertFalse(found.isGood());
        assertEquals(List.of("a directory with files, without an entry in the one above it"), problems);
        assertTrue(Verification.of(open(model, fake), true, 0, problem -> {})
                .run(1, Checkpoint.none(), stat -> {})
                .isGood());
        assertEquals(1, names(open(model, fake), PATH.parent().parent()).size());
    }

    /** A put that failed may be known to a replica that a read of one datacentre does not ask. */
    @Test
    void verification_chunkThatAnotherReplicaUses_isKept() throws IOException {
        FakeTables all = new FakeTables();
        put(open(StoreModel.FILE_PER_ROW, all), PATH, bytes(CHUNK * 2, 1));
        FileStat known = open(StoreModel.FILE_PER_ROW, all).stat(PATH).orElseThrow();
        StoreTables behind = Interception.of(
                all, (name, isWrite, statement) -> name.equals("file") ? Optional.empty() : statement.execute());
        List<String> problems = new ArrayList<>();
        Verification.Result result = Verification.of(
                        open(StoreModel.FILE_PER_ROW, behind),
                        open(StoreModel.FILE_PER_ROW, all),
                        Long.MAX_VALUE,
                        problem -> problems.add(problem.description()))
                .run(1, Checkpoint.none(), stat -> {});
        assertFalse(result.isGood());
        assertTrue(problems.get(0).contains("that this datacentre did not know"), problems.toString());
        assertArrayEquals(
                bytes(CHUNK * 2, 1), open(StoreModel.FILE_PER_ROW, all).read(PATH));
        assertEquals(known, open(StoreModel.FILE_PER_ROW, all).stat(PATH).orElseThrow());
    }

    /** The wait for a replica that is down is not repeated for each chunk. */
    @Test
    void verification_replicaIsDown_keepsAllChunksAndAsksOnce() throws IOException {
        FakeTables fake = new FakeTables();
        FileStore store = open(StoreModel.FILE_PER_ROW, fake);
        put(store, PATH, bytes(CHUNK * 4, 1));
        store.remove(PATH);
        int[] asked = new int[1];
        StoreTables down = Interception.of(fake, (name, isWrite, statement) -> {
            asked[0]++;
            throw new StoreException("a replica is down");
        });
        List<String> problems = new ArrayList<>();
        Verification.of(
                        open(StoreModel.FILE_PER_ROW, fake),
                        open(StoreModel.FILE_PER_ROW, down),
                        Long.MAX_VALUE,
                        problem -> problems.add(problem.description()))
                .run(1, Checkpoint.none(), stat -> {});
        assertEquals(4, problems.size(), problems.toString());
        assertTrue(problems.stream().allMatch(problem -> problem.contains("kept: not all replicas answer")));
        assertEquals(1, asked[0]);
        assertEquals(4, fake.chunkCount());
    }

    /** A put takes as long as its upload, in which another client may create a directory there. */
    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void put_whereADirectoryWasCreatedMeanwhile_isRefused(StoreModel model) throws IOException {
        FakeTables fake = new FakeTables();
        StorePath below = PATH.resolve(new byte[] {'x'});
        StoreTables slow = Interception.of(fake, (name, isWrite, statement) -> {
            if (name.equals("putChunk") && fake.chunkCount() == 0) {
                put(open(model, fake), below, bytes(3, 1));
            }
            return statement.execute();
        });
        try (FileStore store = open(model, slow)) {
            assertThrows(StoreException.class, () -> put(store, PATH, bytes(CHUNK * 2, 1)));
        }
        assertEquals(0, fake.chunkCount(), "chunks of the refused file");
        assertTrue(open(model, fake).isDirectory(PATH));
        assertArrayEquals(bytes(3, 1), open(model, fake).read(below));
    }

    /** The time of a client whose clock is years ahead stays with the files that it has put. */
    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void put_ofAClientFarAhead_doesNotReachOtherPaths(StoreModel model) throws IOException {
        FakeTables fake = new FakeTables();
        StorePath other = StorePath.of("/b/other");
        FileStore client = open(model, fake);
        put(client, other, bytes(3, 1));
        clock.sleep(Duration.ofDays(3_000));
        put(open(model, fake), PATH, bytes(3, 1));
        clock.sleep(Duration.ofDays(-3_000));
        put(client, PATH, bytes(3, 2));
        assertArrayEquals(bytes(3, 2), client.read(PATH));
        client.remove(other);
        put(open(model, fake), other, bytes(3, 3));
        assertArrayEquals(bytes(3, 3), client.read(other));
    }

    /** A traversal that fails is continued by another one, without the slices that the first has finished. */
    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void traversal_fails_isContinuedFromItsCheckpoint(StoreModel model, @TempDir Path directory) throws IOException {
        FileStore store = open(model, new FakeTables());
        for (int i = 0; i < 200; i++) {
            put(store, StorePath.of("/d" + i % 20 + "/" + i), bytes(i % 20, i));
        }
        List<StorePath> visited = new ArrayList<>();
        Path file = directory.resolve("checkpoint");
        try (Checkpoint checkpoint = Checkpoint.open(file, "test")) {
            assertThrows(IOException.class, () -> Traversal.ofContent(store, checkpoint)
                    .run(1, content -> {
                        if (visited.size() == 100) {
                            throw new IOException("full");
                        }
                        return visited.add(content.stat().path());
                    }));
        }
        int first = visited.size();
        try (Checkpoint checkpoint = Checkpoint.open(file, "test")) {
            assertTrue(checkpoint.count() > 0);
            Traversal.ofContent(store, checkpoint)
                    .run(1, content -> visited.add(content.stat().path()));
        }
        assertEquals(200, visited.stream().distinct().count());
        assertTrue(visited.size() < 200 + first, "visited=" + visited.size() + " first=" + first);
        assertThrows(StoreException.class, () -> Checkpoint.open(file, "another"));
        try (Checkpoint checkpoint = Checkpoint.open(file, "test")) {
            checkpoint.delete();
        }
        assertFalse(Files.exists(file));
    }
}
