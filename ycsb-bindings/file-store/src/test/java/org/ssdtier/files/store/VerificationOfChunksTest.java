package org.ssdtier.files.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.files.model.FileAttributes;
import org.ssdtier.files.model.StoreModel;
import org.ssdtier.files.model.StorePath;
import org.ssdtier.files.model.StoreSettings;
import org.ssdtier.files.table.Chunk;
import org.ssdtier.files.table.StoreTables;

/** The second half of a verification, which looks for chunks without a file: by several threads, and after an end. */
@Tag("unit")
final class VerificationOfChunksTest {
    private static final StorePath PATH = StorePath.of("/d/f");

    @TempDir
    private Path directory;

    private final FakeTables fake = new FakeTables();
    private final List<String> problems = new ArrayList<>();

    private static FileStore open(StoreTables tables) {
        return FileStore.open(
                new StoreSettings(StoreSettings.FORMAT_VERSION, StoreModel.FILE_PER_ROW, 8, 1_000), tables);
    }

    private void putWithGarbage() throws IOException {
        try (FileStore store = open(fake)) {
            FileAttributes attributes = new FileAttributes(Instant.EPOCH, 0644, "text/plain");
            UUID version = store.put(PATH, new ByteArrayInputStream(new byte[80]), attributes)
                    .version();
            fake.putChunk(new Chunk(PATH, version, 77), ByteBuffer.allocate(8));
        }
    }

    private void verify(FileStore store, int threads, Checkpoint checkpoint) throws IOException {
        Verification.of(store, false, Long.MAX_VALUE, problem -> problems.add(problem.description()))
                .run(threads, checkpoint, stat -> {});
    }

    @Test
    void verification_endsAmongTheChunks_isContinuedThere() throws IOException {
        putWithGarbage();
        AtomicInteger scans = new AtomicInteger();
        AtomicInteger most = new AtomicInteger(1_000);
        FileStore store = open(Interception.of(fake, (name, isWrite, statement) -> {
            if (name.equals("scanChunks") && scans.incrementAndGet() > most.get()) {
                throw new IOException("the node has ended");
            }
            return statement.execute();
        }));
        Path file = directory.resolve("checkpoint");
        try (Checkpoint checkpoint = Checkpoint.open(file, "test")) {
            assertThrows(IOException.class, () -> verify(store, 1, checkpoint));
        }
        scans.set(0);
        most.set(Integer.MAX_VALUE);
        problems.clear();
        try (Checkpoint checkpoint = Checkpoint.open(file, "test")) {
            verify(store, 1, checkpoint);
        }
        // 24 are left, and the slice of the chunk without a file is never finished
        assertTrue(scans.get() == 24 || scans.get() == 25, "scans=" + scans);
        assertEquals(1, problems.size(), problems.toString());
        assertTrue(problems.get(0).contains("chunk=77 of no file"), problems.toString());
    }

    @Test
    void verification_byTwoThreads_scansChunksSideBySide() throws IOException {
        putWithGarbage();
        CountDownLatch both = new CountDownLatch(2);
        FileStore store = open(Interception.of(fake, (name, isWrite, statement) -> {
            if (name.equals("scanChunks")) {
                both.countDown();
                try {
                    assertTrue(both.await(20, TimeUnit.SECONDS), "one thread alone");
                } catch (InterruptedException e) {
                    throw new IOException(e);
                }
            }
            return statement.execute();
        }));
        verify(store, 2, Checkpoint.none());
        assertEquals(1, problems.size(), problems.toString());
    }
}
