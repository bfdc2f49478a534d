package org.ssdtier.segmentlog.device;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.segmentlog.checks.Polling;

/** Tests that a caller waits for a device no longer than its bound. */
@Tag("concurrency")
@Timeout(60)
class BoundedReadTest {
    private static final int BYTES = 2 * Device.PAGE_BYTES;
    private static final long SHORT = 1;
    private static final long LONG = TimeUnit.SECONDS.toNanos(50);

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HookStorage storage = new HookStorage();
    private final ByteBuffer buffer = AlignedBuffers.allocate(BYTES);

    @TempDir
    Path directory;

    @AfterEach
    void stop() {
        storage.calm();
        threads.shutdown();
    }

    /** Checked by removal: without a bound the calling thread reads itself and the test fails at its time limit. */
    @Test
    void read_deviceHangs_isLate_andEndsWithTheHang() throws Exception {
        CountDownLatch hang = new CountDownLatch(1);
        Device device = written(storage.open("file"));
        storage.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeRead(String name) {
                awaitUninterruptibly(hang);
            }
        });
        BoundedRead read = new BoundedRead(threads, TimeUnit.MILLISECONDS.toNanos(5), NanoClock.SYSTEM);
        assertEquals(BoundedRead.LATE, read.read(device, buffer, 0));
        assertFalse(read.hasEnded());
        hang.countDown();
        Polling.until("the read has ended", read::hasEnded);
        assertEquals(7, buffer.get(BYTES - 1));
    }

    @Test
    void read_interrupted_isCompleteAndStillInterrupted() throws Exception {
        Device device = written(storage.open("file"));
        BoundedRead read = new BoundedRead(threads, LONG, NanoClock.SYSTEM);
        Thread.currentThread().interrupt();
        assertEquals(BYTES, read.read(device, buffer, 0));
        assertTrue(Thread.interrupted());
    }

    @Test
    void read_deviceFails_throws() throws Exception {
        Device device = written(storage.open("file"));
        storage.disturb(new HookStorage.Disturbance() {
            @Override
            public void beforeRead(String name) throws IOException {
                throw new IOException("failed");
            }
        });
        BoundedRead read = new BoundedRead(threads, LONG, NanoClock.SYSTEM);
        assertThrows(IOException.class, () -> read.read(device, buffer, 0));
    }

    /** An executor that always fails shows that the kernel performed the read. */
    @Test
    void read_ofAFilePastThePageCache_isTheKernels() throws Exception {
        try (FileDevice device = directFile()) {
            BoundedRead read = new BoundedRead(
                    task -> {
                        throw new AssertionError("handed over");
                    },
                    LONG,
                    NanoClock.SYSTEM);
            assertEquals(Device.PAGE_BYTES, read.read(device, buffer.limit(Device.PAGE_BYTES), 0));
            assertEquals(7, buffer.get(0));
            assertEquals(BYTES, read.read(device, buffer.limit(BYTES).position(0), 0));
            assertEquals(7, buffer.get(BYTES - 1));
        }
    }

    /**
     * The kernel would have to write a page of the page cache first. Checked by removal: without {@code RWF_NOWAIT} the
     * submission itself waits for that.
     */
    @Test
    void kernelRead_thatWouldBlock_isHandedOver() throws Exception {
        assumeDirectKernelReads();
        Path file = directory.resolve("dirty");
        byte[] content = new byte[BYTES];
        Arrays.fill(content, (byte) 7);
        Files.write(file, content);
        assumeTrue(
                Set.of("ext4", "xfs").contains(Files.getFileStore(file).type()),
                "missing: a file system that refuses a read which would block");
        try (FileDevice device = FileDevice.open(file, FileDevice.Access.READ_ONLY, true)) {
            AtomicInteger handedOver = new AtomicInteger();
            BoundedRead read = new BoundedRead(
                    task -> {
                        handedOver.incrementAndGet();
                        task.run();
                    },
                    LONG,
                    NanoClock.SYSTEM);
            assertEquals(BYTES, read.read(device, buffer, 0));
            assertEquals(7, buffer.get(BYTES - 1));
            assertEquals(1, handedOver.get());
        }
    }

    /** A bound of one nanosecond is exceeded before any device answers. */
    @Test
    void kernelRead_late_goesOnAlsoWhenTheFileIsClosed_andEnds() throws Exception {
        BoundedRead read = new BoundedRead(threads, SHORT, NanoClock.SYSTEM);
        int bytes;
        try (FileDevice device = directFile()) {
            bytes = read.read(device, buffer, 0);
        }
        if (bytes == BoundedRead.LATE) {
            Polling.until("the read has ended", read::hasEnded);
        }
        assertEquals(7, buffer.get(BYTES - 1));
    }

    @Test
    void kernelRead_closedFile_isNotGivenToTheKernel() throws Exception {
        FileDevice device = directFile();
        device.close();
        KernelRead read = KernelRead.open(NanoClock.SYSTEM);
        assertNotNull(read);
        assertFalse(device.submit(read, buffer, 0));
    }

    private void assumeDirectKernelReads() throws IOException {
        assumeTrue(FileStorage.open(directory, DirectIo.AUTO).isDirect(), "missing: direct I/O");
        assumeTrue(KernelRead.open(NanoClock.SYSTEM) != null, "missing: asynchronous reads of the kernel");
    }

    private FileDevice directFile() throws IOException {
        assumeDirectKernelReads();
        FileDevice device = FileDevice.open(directory.resolve("file"), FileDevice.Access.READ_WRITE, true);
        written(device);
        return device;
    }

    private static Device written(Device device) throws IOException {
        ByteBuffer sevens = AlignedBuffers.allocate(BYTES);
        for (int i = 0; i < BYTES; i++) {
            sevens.put(i, (byte) 7);
        }
        device.write(sevens, 0);
        return device;
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
