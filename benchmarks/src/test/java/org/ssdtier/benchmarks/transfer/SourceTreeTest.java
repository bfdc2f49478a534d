package org.ssdtier.benchmarks.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.load.FileTree;

@Tag("unit")
final class SourceTreeTest {
    @TempDir
    private Path directory;

    private Path source(String name, int files) throws IOException {
        Path source = Files.createDirectories(directory.resolve(name).resolve("inner"));
        for (int i = 0; i < files; i++) {
            Files.write(source.resolve("file-" + i), new byte[i]);
        }
        Files.createSymbolicLink(source.resolve("link"), Path.of("file-0"));
        return directory.resolve(name);
    }

    private static long files(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.filter(Files::isRegularFile).count();
        }
    }

    @Test
    void sources_ofFewFiles_areRepeatedUpToTheLeastNumber() throws IOException {
        Path root = directory.resolve("tree");
        SourceTree tree = SourceTree.create(root, List.of(source("a", 4), source("b", 3)), 17);
        assertEquals(17, tree.files());
        assertEquals(17, files(root));
        assertEquals(FileTree.bytes(root), tree.bytes());
        assertEquals(List.of("copy-1/source-1/inner/file-0"), named(tree.upTo(3), "source-1/inner/file-0"));
        assertEquals(6, tree.upTo(2).size());
        assertFalse(Files.exists(root.resolve("copy-1/source-1/inner/link")));
    }

    private static List<String> named(List<Path> files, String end) {
        return files.stream()
                .map(Path::toString)
                .filter(file -> file.endsWith(end))
                .toList();
    }

    @Test
    void sources_ofManyFiles_areCutAtTheLeastNumber() throws IOException {
        Path root = directory.resolve("tree");
        SourceTree tree = SourceTree.create(root, List.of(source("a", 9), source("b", 3)), 5);
        assertEquals(5, tree.files());
        assertEquals(5, files(root));
        // a copy: what happens to the source later does not change the tree
        Path copied = tree.root().resolve(tree.upTo(100).get(0));
        Files.write(directory.resolve("a/inner").resolve(copied.getFileName()), new byte[1_000]);
        assertTrue(Files.size(copied) < 1_000);
    }

    @Test
    void sources_withoutFilesOrMissing_areRefused() throws IOException {
        Path empty = Files.createDirectory(directory.resolve("empty"));
        IOException refused =
                assertThrows(IOException.class, () -> SourceTree.create(directory.resolve("t"), List.of(empty), 5));
        assertTrue(refused.getMessage().contains("no readable files"), refused.getMessage());
        Path none = directory.resolve("none");
        IOException missing =
                assertThrows(IOException.class, () -> SourceTree.create(directory.resolve("t"), List.of(none), 5));
        assertEquals("source=" + none + ": no such directory", missing.getMessage());
    }
}
