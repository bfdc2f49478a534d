package org.ssdtier.files.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ssdtier.files.model.StoreModel;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.model.StoreSettings;
import org.ssdtier.files.store.FakeTables;
import org.ssdtier.files.store.FileStore;
import org.ssdtier.files.store.Interception;
import org.ssdtier.files.table.StoreTables;

/** The permission bits of files and directories on their way through a store: an export is never wider than the source. */
@Tag("unit")
final class PermissionsTest {
    private static final StorePath T = StorePath.of("/t");

    @TempDir
    private Path directory;

    private Path source = Path.of("");
    private Path target = Path.of("");
    private final FakeTables fake = new FakeTables();

    @BeforeEach
    void createTree() throws IOException {
        source = Files.createDirectory(directory.resolve("source"));
        target = directory.resolve("target");
        Files.writeString(
                Files.createDirectories(source.resolve("private/below")).resolve("secret"), "secret");
        Files.writeString(source.resolve("private/letter"), "letter");
        Files.writeString(Files.createDirectory(source.resolve("shared")).resolve("script"), "script");
        Files.writeString(Files.createDirectory(source.resolve("fixed")).resolve("file"), "file");
        set(source.resolve("private/below"), 0755);
        set(source.resolve("private"), 0700);
        set(source.resolve("shared/script"), 0750);
        set(source.resolve("shared"), 0770);
        set(source.resolve("fixed"), 0555);
        set(source, 0750);
    }

    private static void set(Path file, int mode) throws IOException {
        Files.setPosixFilePermissions(file, Modes.permissions(mode));
    }

    private static Map<String, String> modes(Path tree) throws IOException {
        Map<String, String> modes = new TreeMap<>();
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path file : (Iterable<Path>) all::iterator) {
                modes.put(
                        tree.relativize(file).toString(),
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
            }
        }
        return modes;
    }

    private static FileStore open(StoreModel model, StoreTables tables) {
        return FileStore.open(new StoreSettings(StoreSettings.FORMAT_VERSION, model, 64, 1_000), tables);
    }

    private Progress importInto(FileStore store, StorePath path) throws IOException {
        Progress progress = new Progress();
        Failures failures = new TreeImport(store, source, path, Links.REFUSE, progress).run(4);
        assertEquals(0, failures.count(), failures.first().toString());
        return progress;
    }

    private Progress export(FileStore store, StorePath path) throws IOException {
        Progress progress = new Progress();
        Failures failures = new TreeExport(store, target, progress).run(path, 4);
        assertEquals(0, failures.count(), failures.first().toString());
        return progress;
    }

    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void modes_importedAndExported_areTheSame(StoreModel model) throws IOException {
        try (FileStore store = open(model, fake)) {
            importInto(store, T);
            export(store, T);
            assertEquals(modes(source), modes(target));
        }
        target = directory.resolve("of the root");
        try (FileStore store = open(model, new FakeTables())) {
            importInto(store, StorePath.root());
            export(store, StorePath.root());
            assertEquals(modes(source), modes(target));
        }
    }

    /** A directory is not wider than in the store at any moment, even if the export ends there, or it was before. */
    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void export_ofAPrivateDirectory_isNeverWider(StoreModel model) throws IOException {
        try (FileStore whole = open(model, fake)) {
            importInto(whole, T);
        }
        set(Files.createDirectories(target.resolve("private")), 0777);
        set(target, 0705);
        AtomicInteger left = new AtomicInteger();
        StoreTables ending = Interception.of(fake, (name, isWrite, statement) -> {
            if (left.decrementAndGet() < 0) {
                throw new IOException("the node has ended");
            }
            return statement.execute();
        });
        FileStore store = open(model, ending);
        int attempts = 0;
        for (boolean isDone = false; !isDone; attempts++) {
            left.set(3 + attempts);
            try {
                isDone = new TreeExport(store, target, new Progress()).run(T, 1).count() == 0;
            } catch (IOException e) {
                assertTrue(e.getMessage().contains("the node has ended"), e.getMessage());
            }
            Map<String, String> found = modes(target);
            boolean hasContent = found.keySet().stream().anyMatch(path -> path.startsWith("private/"));
            assertTrue(!hasContent || found.get("private").equals("rwx------"), found.toString());
        }
        assertTrue(attempts > 3, "attempts=" + attempts);
        Map<String, String> expected = modes(source);
        expected.put("", "rwx---r-x"); // of the caller
        assertEquals(expected, modes(target));
    }

    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void attributes_changedAlone_areImportedAndExported(StoreModel model) throws IOException {
        Path letter = source.resolve("private/letter");
        Path script = source.resolve("shared/script");
        try (FileStore store = open(model, fake)) {
            importInto(store, T);
            export(store, T);
            set(letter, 0600);
            set(source.resolve("shared"), 0700);
            Files.setLastModifiedTime(script, FileTime.from(Instant.ofEpochMilli(1_234_567)));
            assertEquals(2, importInto(store, T).skippedFiles());
            assertEquals(4, importInto(store, T).skippedFiles());
            assertEquals(
                    0600,
                    store.stat(StorePath.of("/t/private/letter"))
                            .orElseThrow()
                            .attributes()
                            .mode());
            assertEquals(2, export(store, T).skippedFiles());
            assertEquals(modes(source), modes(target));
            assertEquals("letter", Files.readString(target.resolve("private/letter")));
            assertEquals(
                    1_234_567,
                    Files.getLastModifiedTime(target.resolve("shared/script")).toMillis());
        }
    }

    /** Directories of stores from before modes, or that a put has made, are made as any directory of this machine. */
    @ParameterizedTest
    @EnumSource(StoreModel.class)
    void directory_withoutRecordedMode_getsOneFromTheNextImport(StoreModel model) throws IOException {
        try (FileStore store = open(model, fake)) {
            store.createDirectory(StorePath.of("/t/private"));
            store.createDirectory(StorePath.of("/t/plain"));
            Path made = Files.createDirectory(directory.resolve("made"));
            export(store, T);
            assertEquals(Modes.of(made), Modes.of(target.resolve("private")));
            importInto(store, T);
            assertEquals(OptionalInt.of(0700), store.directoryMode(StorePath.of("/t/private")));
            assertEquals(OptionalInt.empty(), store.directoryMode(StorePath.of("/t/plain")));
            store.createDirectory(StorePath.of("/t/private"));
            assertEquals(OptionalInt.of(0700), store.directoryMode(StorePath.of("/t/private")));
        }
    }
}
