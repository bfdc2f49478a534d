package org.ssdtier.keyindex;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.segmentlog.device.DirectIo;
import org.ssdtier.segmentlog.device.DirectorySource;
import org.ssdtier.segmentlog.device.FileOptions;

/** The names of files whose numbers need more than eight digits, in a real directory. */
@Tag("unit")
final class FileNumbersTest {
    private static final String LAST_OF_EIGHT_DIGITS = "key-index-99999999";
    private static final String FIRST_OF_NINE_DIGITS = "key-index-100000000";
    private static final SSTableIdentity FIRST = identity(1);
    private static final SSTableIdentity SECOND = identity(2);
    private static final SSTableIdentity THIRD = identity(3);

    @TempDir
    private Path parent;

    private static SSTableIdentity identity(long digest) {
        return new SSTableIdentity("table-1", 1_000, digest);
    }

    private static KeySource keys(long position) {
        return sink -> sink.accept(5, position, false);
    }

    private Path directory() {
        return parent.resolve("keys");
    }

    private KeyIndexes<String> open() throws IOException {
        return KeyIndexes.open(
                new DirectorySource(directory(), FileOptions.of(DirectIo.OFF), KeyIndexes.DIRECTORY_KIND),
                Options.plain());
    }

    private List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(directory())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("key-index-"))
                    .sorted()
                    .toList();
        }
    }

    /** Makes the key index of an SSTable, in a file of this name. */
    private void build(SSTableIdentity identity, long position, String name) throws IOException {
        try (KeyIndexes<String> indexes = open()) {
            indexes.deleteUnclaimed();
            assertEquals(BuildStatus.OK, indexes.build("a", identity, keys(position)));
        }
        Files.move(directory().resolve(files().get(0)), parent.resolve(name));
    }

    private void putBack(String name) throws IOException {
        Files.move(parent.resolve(name), directory().resolve(name));
    }

    /** Checked with a pattern of eight digits: the files are neither used nor deleted after a start. */
    @Test
    void filesBeyondEightDigits_areUsedAndDeletedAfterAStart() throws IOException {
        build(FIRST, 1, LAST_OF_EIGHT_DIGITS);
        putBack(LAST_OF_EIGHT_DIGITS);
        try (KeyIndexes<String> indexes = open()) {
            assertTrue(indexes.adopt("a", FIRST));
            assertEquals(BuildStatus.OK, indexes.build("b", SECOND, keys(2)));
            assertEquals(BuildStatus.OK, indexes.build("c", THIRD, keys(3)));
            assertEquals(List.of(FIRST_OF_NINE_DIGITS, "key-index-100000001", LAST_OF_EIGHT_DIGITS), files());
            indexes.drop("a");
            assertEquals(List.of(FIRST_OF_NINE_DIGITS, "key-index-100000001"), files());
        }
        try (KeyIndexes<String> indexes = open()) {
            assertTrue(indexes.stats().bytes() > 0, "they count towards the limit");
            assertTrue(indexes.adopt("b", SECOND));
            indexes.deleteUnclaimed();
            assertEquals(List.of(FIRST_OF_NINE_DIGITS), files());
            assertEquals(2, indexes.find("b", 5));
            assertEquals(BuildStatus.OK, indexes.build("c", THIRD, keys(3)));
            indexes.drop("b");
            indexes.drop("c");
            assertEquals(List.of(), files());
        }
    }

    /** Checked without the order and with that of the names: an older file is used. */
    @Test
    void twoFilesOfOneSSTable_theOneWithTheHigherNumberIsUsed() throws IOException {
        List<String> names = List.of(
                "key-index-00000009",
                "key-index-00000010",
                LAST_OF_EIGHT_DIGITS,
                FIRST_OF_NINE_DIGITS,
                "key-index-200000000");
        for (int file = 0; file < names.size(); file++) {
            build(FIRST, file, names.get(file));
        }
        for (int newest = 1; newest < names.size(); newest++) {
            putBack(names.get(newest - 1));
            putBack(names.get(newest));
            try (KeyIndexes<String> indexes = open()) {
                assertEquals(List.of(names.get(newest)), files());
                assertTrue(indexes.adopt("a", FIRST));
                assertEquals(newest, indexes.find("a", 5));
            }
            Files.move(directory().resolve(names.get(newest)), parent.resolve(names.get(newest)));
        }
    }

    /** Checked with a kind of directory whose numbers have eight digits: the file is deleted. */
    @Test
    void fileOfAnotherOwner_underSuchAName_isNotDeleted() throws IOException {
        build(FIRST, 1, LAST_OF_EIGHT_DIGITS);
        byte[] content = new byte[3 * 4096];
        Arrays.fill(content, (byte) 'x');
        Files.write(directory().resolve(FIRST_OF_NINE_DIGITS), content);
        try (KeyIndexes<String> indexes = open()) {
            indexes.deleteUnclaimed();
        }
        assertEquals(1, files().size(), "it may be renamed");
        assertArrayEquals(content, Files.readAllBytes(directory().resolve(files().get(0))));
    }
}
