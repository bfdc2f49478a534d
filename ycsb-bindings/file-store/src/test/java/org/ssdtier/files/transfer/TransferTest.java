package org.ssdtier.files.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ssdtier.files.model.FileAttributes;
import org.ssdtier.files.model.StoreException;
import org.ssdtier.files.model.StoreModel;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.model.StoreSettings;
import org.ssdtier.files.store.FakeTables;
import org.ssdtier.files.store.FileStore;
import org.ssdtier.files.store.Interception;
import org.ssdtier.files.store.StoppedClock;
import org.ssdtier.files.table.StoreTables;

/** Imports and exports of trees with all that a file system can have. */
@Tag("unit")
final class TransferTest {
    private static final int CHUNK = 64;

    @TempDir
    private Path directory;

    private Path source = Path.of("");
    private final FakeTables fake = new FakeTables();

    @BeforeEach
    void createTree() throws IOException {
        source = Files.createDirectory(directory.resolve("source"));
        SplittableRandom random = new SplittableRandom(1);
        for (int i = 0; i < 120; i++) {
            Path parent = Files.createDirectories(source.resolve("d" + i % 7 + "/e" + i % 3));
            byte[] content = new byte[i * 3];
            random.nextBytes(content);
            Files.write(parent.resolve("file " + i + ".txt"), content);
        }
        Files.createDirectories(source.resolve("empty/in/empty"));
        byte[] odd = {'o', (byte) 0xff, '\n', '%', (byte) 0xc3, '"', '<'};
        Files.write(LocalNames.resolve(source, odd), new byte[] {1, 2, 3});
        Path named = LocalNames.resolve(source, "ü/é".getBytes(StandardCharsets.UTF_8));
        Files.createDirectories(named.getParent());
        Files.write(named, odd);
        Path deep = source;
        for (int i = 0; i < 40; i++) {
            deep = deep.resolve("deep-directory-" + i);
        }
        Files.writeString(Files.createDirectories(deep).resolve("file"), "deep");
        Path program = Files.writeString(source.resolve("program"), "#!");
        assertTrue(program.toFile().setExecutable(true));
    }

    private FileStore open(StoreModel model, StoreTables tables) {
        return FileStore.open(new StoreSettings(StoreSettings.FORMAT_VERSION, model, CHUNK, 1_000), tables);
    }

    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void tree_importedAndExported_isTheSame(StoreModel model) throws IOException {
        Progress progress = new Progress();
        try (FileStore store = open(model, fake)) {
            Failures failures = new TreeImport(store, source, StorePath.of("/t"), Links.REFUSE, progress).run(4);
            assertEquals(0, failures.count(), failures.first().toString());
            assertEquals(124, progress.files());
            Path target = directory.resolve("target");
            assertEquals(
                    0,
                    new TreeExport(store, target, new Progress())
                            .run(StorePath.of("/t"), 4)
                            .count());
            assertEquals(describe(source), describe(target));
            assertTrue(Files.isExecutable(target.resolve("program")));
            assertEquals(
                    Files.getLastModifiedTime(source.resolve("program")).toMillis(),
                    Files.getLastModifiedTime(target.resolve("program")).toMillis());
        }
    }

    /** The paths of a tree with their content, in text. */
    private static Map<String, String> describe(Path tree) throws IOException {
        Map<String, String> files = new TreeMap<>();
        String prefix = tree.toUri().getRawPath();
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path file : (Iterable<Path>) all::iterator) {
                String name = file.toUri().getRawPath().substring(prefix.length());
                String content = Files.isDirectory(file)
                        ? "directory"
                        : new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
                files.put(name, content);
            }
        }
        return files;
    }

    /** The store ends in the middle of an import, and again in the middle of an export. */
    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void importAndExport_killed_areContinued(StoreModel model) throws IOException {
        AtomicInteger left = new AtomicInteger(400);
        StoreTables ending = Interception.of(fake, (name, isWrite, statement) -> {
            if (left.decrementAndGet() < 0) {
                throw new IOException("the node has ended");
            }
            return statement.execute();
        });
        FileStore first = open(model, ending);
        Progress before = new Progress();
        try {
            assertTrue(new TreeImport(first, source, StorePath.root(), Links.REFUSE, before)
                            .run(4)
                            .count()
                    > 0);
        } catch (IOException e) {
            assertTrue(e.getMessage().contains("the node has ended"), e.getMessage());
        }
        assertTrue(before.files() > 10 && before.files() < 124, "files=" + before.files());
        try (FileStore second = open(model, fake)) {
            Progress after = new Progress();
            assertEquals(
                    0,
                    new TreeImport(second, source, StorePath.root(), Links.REFUSE, after)
                            .run(4)
                            .count());
            assertEquals(124, after.files());
            assertTrue(after.skippedFiles() >= before.files(), "skipped=" + after.skippedFiles());
            Path target = directory.resolve("target");
            left.set(120);
            try {
                new TreeExport(open(model, ending), target, new Progress()).run(StorePath.root(), 4);
            } catch (IOException e) {
                assertTrue(e.getMessage().contains("the node has ended"), e.getMessage());
            }
            Files.writeString(
                    Files.createDirectories(target.resolve("d1")).resolve(".ssdtier-export-12.unfinished"), "half");
            assertEquals(
                    0,
                    new TreeExport(second, target, new Progress())
                            .run(StorePath.root(), 4)
                            .count());
            assertEquals(describe(source), describe(target));
        }
    }

    /** Looks per file would cost more than the files. */
    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void import_intoAVacantDirectory_looksUpNoFile(StoreModel model) throws IOException {
        Map<String, Integer> looks = new ConcurrentHashMap<>();
        StoreTables counted = Interception.of(fake, (name, isWrite, statement) -> {
            looks.merge(name, 1, Integer::sum);
            return statement.execute();
        });
        StoreSettings settings = new StoreSettings(StoreSettings.FORMAT_VERSION, model, CHUNK, 1_000);
        try (FileStore store = StoppedClock.open(settings, counted)) {
            assertEquals(
                    0,
                    new TreeImport(store, source, StorePath.of("/t"), Links.REFUSE, new Progress())
                            .run(4)
                            .count());
        }
        assertEquals(0, looks.getOrDefault("files", 0) + looks.getOrDefault("file", 0), looks.toString());
        // one a directory, none of the root, and one a file in chunks, whose upload takes longer
        assertEquals(looks.get("addDirectory") - 1 + filesInChunks(), (long) looks.get("entry"), looks.toString());
        assertEquals(
                124 + looks.get("addDirectory") - 1, // one a file, one a directory
                looks.getOrDefault("putFile", 0) + looks.get("putEntry"),
                looks.toString());
    }

    private long filesInChunks() throws IOException {
        try (Stream<Path> all = Files.walk(source)) {
            return all.filter(path -> Files.isRegularFile(path) && path.toFile().length() > CHUNK)
                    .count();
        }
    }

    @Test
    void import_directoryThatIsAFile_ends() throws IOException {
        try (FileStore store = open(StoreModel.FILE_PER_ROW, fake)) {
            store.put(
                    StorePath.of("/d1"),
                    InputStream.nullInputStream(),
                    new FileAttributes(Instant.EPOCH, FileAttributes.DEFAULT_MODE, "text/plain"));
            IOException failure = assertThrows(IOException.class, () -> links(store, Links.REFUSE));
            assertEquals("path=/d1: a file, expected a directory", failure.getMessage());
        }
    }

    /** Nobody waits for ever for a directory whose thread has ended with an error. */
    @Test
    void import_errorInADirectory_ends() {
        StoreTables failing = Interception.of(fake, (name, isWrite, statement) -> {
            if (name.equals("addDirectory")) {
                throw new OutOfMemoryError("injected");
            }
            return statement.execute();
        });
        FileStore store = open(StoreModel.FILE_PER_ROW, failing);
        IOException failure = assertTimeoutPreemptively(
                Duration.ofSeconds(60), () -> assertThrows(IOException.class, () -> links(store, Links.REFUSE)));
        assertTrue(failure.getMessage().contains("injected"), failure.getMessage());
    }

    /** Files whose places could not be reserved, or perhaps were, are put one by one. */
    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void import_reservationsFail_putsFilesAlone(StoreModel model) throws IOException {
        AtomicInteger reservations = new AtomicInteger();
        StoreTables failing = Interception.of(fake, (name, isWrite, statement) -> {
            if (name.equals("putEntries") && reservations.incrementAndGet() <= 3) {
                if (reservations.get() % 2 == 0) {
                    statement.execute();
                }
                throw new IOException("injected");
            }
            return statement.execute();
        });
        try (FileStore store = open(model, failing)) {
            assertEquals(0, links(store, Links.REFUSE).count());
            assertEquals(model == StoreModel.FILE_PER_ROW, reservations.get() > 3, "reservations=" + reservations);
            Path target = directory.resolve("target");
            new TreeExport(store, target, new Progress()).run(StorePath.root(), 4);
            assertEquals(describe(source), describe(target));
        }
    }

    /** With timeouts, each file that waits for a thread would delay the end. */
    @Test
    void import_tooManyFailures_endsAtOnce() throws IOException {
        Path many = Files.createDirectory(directory.resolve("many"));
        for (int i = 0; i < Failures.MOST + 200; i++) {
            Files.createFile(many.resolve("file" + i));
        }
        AtomicInteger puts = new AtomicInteger();
        StoreTables failing = Interception.of(fake, (name, isWrite, statement) -> {
            if (name.equals("putFile")) {
                puts.incrementAndGet();
                throw new IOException("injected");
            }
            return statement.execute();
        });
        FileStore store = open(StoreModel.FILE_PER_ROW, failing);
        IOException failure = assertThrows(
                IOException.class,
                () -> new TreeImport(store, many, StorePath.root(), Links.REFUSE, new Progress()).run(1));
        assertTrue(failure.getMessage().startsWith("1000 files failed; first: file="), failure.getMessage());
        assertEquals(Failures.MOST, puts.get());
    }

    /** No file is put after an import has returned. */
    @Test
    void import_interrupted_putsNothingAfterIt() throws IOException, InterruptedException {
        Thread caller = Thread.currentThread();
        AtomicInteger puts = new AtomicInteger();
        StoreTables slow = Interception.of(fake, (name, isWrite, statement) -> {
            if (name.equals("putFile") && puts.incrementAndGet() >= 20) {
                caller.interrupt();
                LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            }
            return statement.execute();
        });
        FileStore store = open(StoreModel.FILE_PER_ROW, slow);
        assertThrows(InterruptedIOException.class, () -> links(store, Links.REFUSE));
        int atItsEnd = puts.get();
        assertTrue(Thread.interrupted());
        Thread.sleep(200);
        assertEquals(atItsEnd, puts.get());
        try (FileStore again = open(StoreModel.FILE_PER_ROW, fake)) {
            assertEquals(0, links(again, Links.REFUSE).count());
        }
    }

    @Test
    void import_oneThread_doesNotWaitForItself() throws IOException {
        try (FileStore store = open(StoreModel.FILE_PER_ROW, fake)) {
            Progress progress = new Progress();
            assertTimeoutPreemptively(
                    Duration.ofSeconds(60),
                    () -> new TreeImport(store, source, StorePath.root(), Links.REFUSE, progress).run(1));
            assertEquals(124, progress.files());
        }
    }

    @Test
    void import_changedFileOfTheSameSize_isImported() throws IOException {
        FileStore store = open(StoreModel.FILE_PER_ROW, fake);
        assertEquals(0, links(store, Links.REFUSE).count());
        Files.writeString(source.resolve("program"), "!#");
        Progress progress = new Progress();
        new TreeImport(store, source, StorePath.root(), Links.REFUSE, progress).run(2);
        assertEquals(123, progress.skippedFiles());
        assertEquals("!#", new String(store.read(StorePath.of("/program")), StandardCharsets.US_ASCII));
    }

    @Test
    void links_areRefusedSkippedOrFollowed() throws IOException {
        Files.createSymbolicLink(source.resolve("d1/link"), source.resolve("program"));
        Files.createSymbolicLink(source.resolve("d1/loop"), source);
        FileStore store = open(StoreModel.FILE_PER_ROW, fake);
        Failures refused = links(store, Links.REFUSE);
        assertEquals(2, refused.count(), refused.first().toString());
        assertTrue(refused.first().get(0).contains("a symbolic link; allowed with links=follow or links=skip"));
        assertEquals(0, links(store, Links.SKIP).count());
        assertTrue(store.stat(StorePath.of("/d1/link")).isEmpty());
        Failures followed = links(store, Links.FOLLOW);
        assertEquals(1, followed.count(), followed.first().toString());
        assertTrue(followed.first().get(0).contains("a symbolic link to a directory above"));
        assertEquals("#!", new String(store.read(StorePath.of("/d1/link")), StandardCharsets.US_ASCII));
    }

    private Failures links(FileStore store, Links links) throws IOException {
        return new TreeImport(store, source, StorePath.root(), links, new Progress()).run(2);
    }

    @Test
    void export_linksInTheTarget_areNotFollowed() throws IOException {
        FileStore store = open(StoreModel.FILE_PER_ROW, fake);
        assertEquals(0, links(store, Links.REFUSE).count());
        Path outside = Files.createDirectory(directory.resolve("outside"));
        Path file = Files.writeString(outside.resolve("file"), "kept");
        Path target = Files.createDirectory(directory.resolve("target"));
        Files.createSymbolicLink(target.resolve("program"), file);
        Files.createSymbolicLink(target.resolve("d1"), outside);
        Failures failures = new TreeExport(store, target, new Progress()).run(StorePath.root(), 4);
        assertEquals(1, failures.count(), failures.first().toString());
        assertTrue(
                failures.first().get(0).startsWith("path=/d1: "),
                failures.first().toString());
        assertEquals("kept", Files.readString(file));
        try (Stream<Path> found = Files.list(outside)) {
            assertEquals(List.of(file), found.toList());
        }
        assertEquals("#!", Files.readString(target.resolve("program")));
        assertTrue(Files.isRegularFile(target.resolve("d2/e2/file 2.txt")));
    }

    @Test
    void directory_thatIsNone_isRefused() {
        TreeImport none = new TreeImport(
                open(StoreModel.FILE_PER_ROW, fake),
                directory.resolve("none"),
                StorePath.root(),
                Links.REFUSE,
                new Progress());
        assertTrue(
                assertThrows(IOException.class, () -> none.run(1)).getMessage().contains("no such directory"));
    }

    /** Bytes written to standard output cannot be taken back. */
    @Test
    void print_fileReplacedMeanwhile_isReadAgainUntilItsFirstByte() throws IOException {
        StorePath path = StorePath.of("/file");
        AtomicInteger chunks = new AtomicInteger();
        AtomicInteger replaceAt = new AtomicInteger(1);
        FileStore other = open(StoreModel.FILE_PER_ROW, fake);
        FileAttributes attributes = new FileAttributes(Instant.EPOCH, FileAttributes.DEFAULT_MODE, "text/plain");
        FileStore store = open(StoreModel.FILE_PER_ROW, Interception.of(fake, (name, isWrite, statement) -> {
            if (name.equals("chunk") && chunks.incrementAndGet() == replaceAt.get()) {
                other.put(
                        path,
                        new ByteArrayInputStream("new".repeat(CHUNK).getBytes(StandardCharsets.US_ASCII)),
                        attributes);
                other.close(); // deletes the old chunks
            }
            return statement.execute();
        }));
        other.put(path, new ByteArrayInputStream(new byte[3 * CHUNK]), attributes);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        TreeExport.print(store, path, out);
        assertEquals("new".repeat(CHUNK), out.toString(StandardCharsets.US_ASCII));
        chunks.set(0);
        replaceAt.set(2);
        StoreException failure =
                assertThrows(StoreException.class, () -> TreeExport.print(store, path, new ByteArrayOutputStream()));
        assertTrue(failure.getMessage().contains("replaced after bytes=64 were written"), failure.getMessage());
    }
}
