package org.ssdtier.benchmarks.tier.probe;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** The upper limit for the cache: aligned 4 KiB reads with direct I/O from the same files that the cache reads. */
final class RawReads implements AutoCloseable {
    private static final int PAGE_BYTES = 4096;
    private static final long SEGMENT_BYTES_LEAST = 1 << 20;

    private final List<FileChannel> files = new ArrayList<>();
    private final List<Long> pages = new ArrayList<>();

    RawReads(Path directory) throws IOException {
        List<Path> segments;
        try (Stream<Path> all = Files.walk(directory)) {
            segments = all.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path segment : segments) {
            long bytes = Files.size(segment);
            if (bytes >= SEGMENT_BYTES_LEAST) {
                FileChannel file = FileChannel.open(segment, StandardOpenOption.READ, ExtendedOpenOption.DIRECT);
                files.add(file);
                pages.add(bytes / PAGE_BYTES);
                if (!isWritten(file, bytes)) {
                    files.remove(file);
                    pages.remove(pages.size() - 1);
                    file.close();
                }
            }
        }
        if (files.isEmpty()) {
            throw new IOException("directory=" + directory + ": no segment files");
        }
    }

    /**
     * Returns whether a segment was written. Reads of unwritten blocks do not reach the device, so such segments are
     * not used.
     */
    private static boolean isWritten(FileChannel file, long bytes) throws IOException {
        ByteBuffer page = alignedPage();
        long lateInTheSegment = bytes * 9 / 10 / PAGE_BYTES * PAGE_BYTES;
        file.read(page, lateInTheSegment);
        page.flip();
        while (page.hasRemaining()) {
            if (page.get() != 0) {
                return true;
            }
        }
        return false;
    }

    private static ByteBuffer alignedPage() {
        ByteBuffer page = ByteBuffer.allocateDirect(2 * PAGE_BYTES).alignedSlice(PAGE_BYTES);
        page.limit(PAGE_BYTES);
        return page;
    }

    /** Returns the random reads of one thread. */
    Loops.Operation reader(SplittableRandom random) {
        ByteBuffer page = alignedPage();
        return () -> {
            int file = random.nextInt(files.size());
            page.position(0);
            int read = files.get(file).read(page, random.nextLong(pages.get(file)) * PAGE_BYTES);
            if (read != PAGE_BYTES) {
                throw new IOException("read=" + read + " bytes, expected " + PAGE_BYTES);
            }
        };
    }

    @Override
    public void close() throws IOException {
        for (FileChannel file : files) {
            file.close();
        }
    }
}
