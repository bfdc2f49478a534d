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

/** The upper limit for the cache: aligned reads of whole pages with direct I/O from the same files that the cache reads. */
final class RawReads implements AutoCloseable {
    /** The bytes of a page. */
    static final int PAGE_BYTES = 4096;

    private static final long SEGMENT_BYTES_LEAST = 1 << 20;

    private final List<FileChannel> files = new ArrayList<>();
    private final List<Long> pages = new ArrayList<>();
    private final int pagesPerRead;

    RawReads(Path directory, int pagesPerRead) throws IOException {
        this.pagesPerRead = pagesPerRead;
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
        return alignedPages(1);
    }

    private static ByteBuffer alignedPages(int count) {
        ByteBuffer pages = ByteBuffer.allocateDirect((count + 1) * PAGE_BYTES).alignedSlice(PAGE_BYTES);
        pages.limit(count * PAGE_BYTES);
        return pages;
    }

    /** Returns the number of pages that a record takes. */
    static int pages(long recordBytes) {
        return Math.toIntExact((recordBytes + PAGE_BYTES - 1) / PAGE_BYTES);
    }

    /** Returns the bytes of a read. */
    int bytes() {
        return pagesPerRead * PAGE_BYTES;
    }

    /** Returns the random reads of one thread. */
    Loops.Operation reader(SplittableRandom random) {
        ByteBuffer page = alignedPages(pagesPerRead);
        return () -> {
            int file = random.nextInt(files.size());
            page.position(0);
            int read = files.get(file).read(page, first(file, random) * PAGE_BYTES);
            if (read != bytes()) {
                throw new IOException("read=" + read + " bytes, expected " + bytes());
            }
        };
    }

    private long first(int file, SplittableRandom random) {
        return random.nextLong(pages.get(file) - pagesPerRead + 1);
    }

    @Override
    public void close() throws IOException {
        for (FileChannel file : files) {
            file.close();
        }
    }
}
