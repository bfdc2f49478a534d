package org.ssdtier.node.doctor;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.AlignedBuffers;
import org.ssdtier.segmentlog.device.Device;

/**
 * A measurement of random 4 KiB reads that bypass the page cache, one after another, of the files in a directory. A page of zeros
 * does not count: it may never have been written, and then no device was read. Where the files are too small or mostly zeros, the
 * reads are of a scratch file, which has no name once it is open and so is gone at the end, even after a kill.
 */
final class ReadProbe implements AutoCloseable {
    private static final int PAGE_BYTES = Device.PAGE_BYTES;
    private static final long LEAST_FILE_BYTES = 1L << 20;
    private static final long LEAST_BYTES = 64L << 20;
    private static final int CHUNK_BYTES = 1 << 20;
    private static final int MOST_FILES = 256;
    private static final int MOST_DEPTH = 4;
    private static final int TRIALS = 64;
    private static final long SEED = 4_096;

    private final Path directory;
    private final LongSupplier clock;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<FileChannel> channels = new ArrayList<>();
    private final ByteBuffer page = AlignedBuffers.allocate(PAGE_BYTES);
    private long[] sizes = {};
    private long pages;
    private boolean isScratch;

    /**
     * The result of a measurement.
     *
     * @param directory the directory
     * @param isScratch whether a scratch file was read
     * @param reads number of reads
     * @param p50Nanos median of their times
     * @param p99Nanos 99th percentile of their times
     */
    record Result(Path directory, boolean isScratch, int reads, long p50Nanos, long p99Nanos) {
        /** Returns the result of the times of reads, of which there is at least one. */
        static Result of(Path directory, boolean isScratch, long[] nanos) {
            long[] sorted = nanos.clone();
            Arrays.sort(sorted);
            return new Result(
                    directory,
                    isScratch,
                    sorted.length,
                    sorted[sorted.length / 2],
                    sorted[(int) (sorted.length * 99L / 100)]);
        }
    }

    private ReadProbe(Path directory, LongSupplier clock) {
        this.directory = directory;
        this.clock = clock;
    }

    /**
     * Opens the files of a directory, or a scratch file in it. The caller closes the probe.
     *
     * @param pattern regular expression of the names of the files
     * @throws IOException if neither can be opened in this way; the message says which
     */
    static ReadProbe open(Path directory, String pattern, LongSupplier clock) throws IOException {
        ReadProbe probe = new ReadProbe(directory, clock);
        try {
            probe.openFiles(pattern);
            if (probe.pages * PAGE_BYTES < LEAST_BYTES || !probe.isWritten()) {
                probe.close();
                probe.openScratch();
            }
            return probe;
        } catch (IOException | UnsupportedOperationException e) {
            probe.close();
            throw new IOException("directory=" + directory + ": cannot be read without the page cache: " + e, e);
        }
    }

    /** Reads for a time, at least once. */
    Result run(long nanos) throws IOException {
        long[] times = new long[1024];
        int count = 0;
        long begin = clock.getAsLong();
        while (count == 0 || clock.getAsLong() - begin < nanos) {
            long start = clock.getAsLong();
            boolean isWritten = read();
            long end = clock.getAsLong();
            if (isWritten || (count == 0 && end - begin >= nanos)) {
                times = count == times.length ? Arrays.copyOf(times, 2 * count) : times;
                times[count++] = end - start;
            }
        }
        return Result.of(directory, isScratch, Arrays.copyOf(times, count));
    }

    @Override
    public void close() throws IOException {
        for (FileChannel channel : channels) {
            channel.close();
        }
        channels.clear();
    }

    private void openFiles(String pattern) throws IOException {
        List<Path> files = new ArrayList<>();
        if (Files.isDirectory(directory)) {
            Files.walkFileTree(directory, Set.of(), MOST_DEPTH, new Finder(pattern, files));
        }
        for (Path file : files) {
            try {
                channels.add(FileChannel.open(file, StandardOpenOption.READ, ExtendedOpenOption.DIRECT));
            } catch (NoSuchFileException gone) {
                // a compaction has removed it meanwhile
            }
        }
        readSizes();
    }

    /** A search for files to read, which passes over directories that this user may not see, such as lost+found. */
    private static final class Finder extends SimpleFileVisitor<Path> {
        private final String pattern;
        private final List<Path> found;

        Finder(String pattern, List<Path> found) {
            this.pattern = pattern;
            this.found = found;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()
                    && attributes.size() >= LEAST_FILE_BYTES
                    && file.getFileName().toString().matches(pattern)) {
                found.add(file);
            }
            return found.size() < MOST_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE;
        }
    }

    private void openScratch() throws IOException {
        isScratch = true;
        Path file = directory.resolve("doctor-" + UUID.randomUUID());
        FileChannel scratch;
        try {
            scratch = FileChannel.open(
                    file,
                    StandardOpenOption.CREATE_NEW,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.DELETE_ON_CLOSE,
                    ExtendedOpenOption.DIRECT);
        } catch (IOException | UnsupportedOperationException e) {
            Files.deleteIfExists(file); // the kernel creates the file before it refuses the flag
            throw e;
        }
        channels.add(scratch);
        ByteBuffer chunk = AlignedBuffers.allocate(CHUNK_BYTES);
        for (long position = 0; position < LEAST_BYTES; position += CHUNK_BYTES) {
            chunk.clear();
            while (chunk.hasRemaining()) {
                chunk.putLong(random.nextLong());
            }
            chunk.flip();
            scratch.write(chunk, position);
        }
        scratch.force(true);
        readSizes();
    }

    private void readSizes() throws IOException {
        sizes = new long[channels.size()];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = channels.get(i).size() / PAGE_BYTES * PAGE_BYTES;
        }
        pages = Arrays.stream(sizes).sum() / PAGE_BYTES;
    }

    /** Returns whether most pages of a sample hold something. */
    private boolean isWritten() throws IOException {
        int written = 0;
        for (int i = 0; i < TRIALS; i++) {
            written += read() ? 1 : 0;
        }
        return written > TRIALS / 2;
    }

    /** Reads a random page. Returns whether it holds anything but zeros. */
    private boolean read() throws IOException {
        long position = random.nextLong(pages) * PAGE_BYTES;
        int file = 0;
        while (position >= sizes[file]) {
            position -= sizes[file];
            file++;
        }
        page.clear();
        channels.get(file).read(page, position);
        for (int i = 0; i < PAGE_BYTES; i += Long.BYTES) {
            if (page.getLong(i) != 0) {
                return true;
            }
        }
        return false;
    }

    /** Returns the directory, or its nearest existing parent, in which a scratch file can be written. */
    static @Nullable Path existing(Path directory) {
        Path there = directory;
        while (there != null && !Files.isDirectory(there)) {
            there = there.getParent();
        }
        return there;
    }
}
