package org.ssdtier.benchmarks.smallfiles;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.ycsb.run.RunListener;
import org.ssdtier.ycsb.run.RunResult;
import org.ssdtier.ycsb.workload.OperationType;

/** Tests of the file server, its client and its loader, with the workload of the experiment. */
@Tag("unit")
final class FileSystemServerTest {
    private static final int FILES = 200;
    private static final long LONG_MILLIS = TimeUnit.MINUTES.toMillis(10);

    @TempDir
    private Path root;

    private void load() throws Exception {
        RunResult load =
                FilesLoad.of(FILES, 1, () -> new FileSystemLoader(root)).fill(2, RunListener.NONE);
        assertEquals(FILES, load.requests());
    }

    @Test
    void workload_onAFileSystem_readsWhatItWrote() throws Exception {
        load();
        try (FileSystemServer server = FileSystemServer.start(root)) {
            FilesLoad client = FilesLoad.of(FILES, 1, () -> new FileSystemClient(server.port()));
            RunResult reads = client.readMany(4, 500, 7);
            assertEquals(500, reads.of(OperationType.READ).operations());
            assertEquals(0, reads.failures());
        }
    }

    @Test
    void read_oneFile_isItsContent_andOthersAreNone() throws Exception {
        byte[] content = {1, 2, 3};
        Files.write(Files.createDirectories(root.resolve("a")).resolve("b.jpg"), content);
        try (FileSystemServer server = FileSystemServer.start(root);
                FileSystemClient.Link link = FileSystemClient.Link.open(server.port())) {
            assertArrayEquals(content, link.read("/a/b.jpg"));
            assertNull(link.read("/a/c.jpg"));
            assertNull(link.read("/../" + root.getFileName() + "x"));
            assertArrayEquals(content, link.read("/a/b.jpg"));
        }
    }

    @Test
    void walk_upToTheNumberOfFiles_readsEachOnce() throws Exception {
        load();
        long bytes;
        try (Stream<Path> all = Files.walk(root)) {
            bytes = all.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
        try (FileSystemServer server = FileSystemServer.start(root);
                FileSystemClient.Link link = FileSystemClient.Link.open(server.port())) {
            Traversed first = link.walk(3, LONG_MILLIS, FILES, Pace.UNLIMITED);
            assertEquals(FILES, first.files());
            assertEquals(bytes, first.bytes());
            assertTrue(first.seconds() > 0);
            assertEquals(
                    bytes,
                    link.walk(1, LONG_MILLIS, FILES, Pace.UNLIMITED).bytes(),
                    "begins again after the last file");
        }
    }

    @Test
    void walk_withoutALimit_endsWhenStopped() throws Exception {
        load();
        try (FileSystemServer server = FileSystemServer.start(root);
                FileSystemClient.Link walking = FileSystemClient.Link.open(server.port());
                FileSystemClient.Link link = FileSystemClient.Link.open(server.port())) {
            CompletableFuture<Traversed> walk = CompletableFuture.supplyAsync(() -> endless(walking));
            while (!walk.isDone()) {
                link.stopWalks(); // again if the walk has not begun yet
            }
            assertTrue(walk.get().files() >= 0);
        }
    }

    private static Traversed endless(FileSystemClient.Link link) {
        try {
            return link.walk(2, LONG_MILLIS, Long.MAX_VALUE, Pace.UNLIMITED);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void treeCycle_ofATree_visitsEachFileInEachCycle() throws IOException {
        for (String name : new String[] {"a/1", "a/b/2", "c/3", "lost+found/4"}) {
            Path file = root.resolve(name);
            Files.createDirectories(file.getParent());
            Files.writeString(file, name);
        }
        try (TreeCycle cycle = new TreeCycle(root)) {
            for (int round = 0; round < 3; round++) {
                Set<String> seen = new HashSet<>();
                for (int i = 0; i < 3; i++) {
                    seen.add(root.relativize(cycle.next()).toString());
                }
                assertEquals(Set.of("a/1", "a/b/2", "c/3"), seen, "round=" + round);
            }
        }
    }

    @Test
    void treeCycle_withoutFiles_fails() throws IOException {
        Files.createDirectories(root.resolve("a"));
        try (TreeCycle cycle = new TreeCycle(root)) {
            assertThrows(IOException.class, cycle::next);
        }
    }
}
