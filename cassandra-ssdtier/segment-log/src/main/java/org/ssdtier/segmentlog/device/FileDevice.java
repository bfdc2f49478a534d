package org.ssdtier.segmentlog.device;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A {@link Device} on a file, read and written by position, optionally without the page cache.
 *
 * <p>An interrupt of a thread inside a {@link FileChannel} operation closes the channel for every other thread too
 * ({@link java.nio.channels.InterruptibleChannel}). Each operation is therefore retried, by {@link #retrying} or in
 * {@link #read}: a thread that finds the channel closed opens the file again and repeats the operation. The interrupted
 * thread clears its interrupt flag for this and sets it again at the end.
 */
public final class FileDevice implements Device {
    private static final int ZERO_FILL_BYTES = 1 << 20;
    private static final long CLOSE_PAUSE_NANOS = 1_000;

    private final Path file;
    private final Set<OpenOption> options;
    private final boolean direct;
    private final SegmentFileObserver observer;
    private final boolean discards;
    /** Number of threads that are passing the descriptor to the kernel; the file is not closed meanwhile. */
    private final AtomicInteger submitting = new AtomicInteger();

    private volatile FileChannel channel;
    private volatile boolean closed;

    private FileDevice(Path file, Set<OpenOption> options, FileChannel channel, FileOptions use) {
        this.file = file;
        this.options = options;
        this.direct = options.contains(ExtendedOpenOption.DIRECT);
        this.channel = channel;
        this.observer = use.observer();
        this.discards = use.discards();
    }

    /** The access for which a file is opened. */
    enum Access {
        READ_ONLY,
        READ_WRITE
    }

    /**
     * Opens a file without an observer; for {@link Access#READ_WRITE} creates it if it does not exist.
     *
     * @param direct whether to bypass the page cache
     * @throws IOException when it cannot be opened in this way
     */
    static FileDevice open(Path file, Access access, boolean direct) throws IOException {
        return open(file, access, FileOptions.of(direct ? DirectIo.ON : DirectIo.OFF));
    }

    /**
     * Opens a file; for {@link Access#READ_WRITE} creates it if it does not exist.
     *
     * @param use the use of the file, which bypasses the page cache for {@link DirectIo#ON} only
     * @throws IOException when it cannot be opened in this way
     */
    static FileDevice open(Path file, Access access, FileOptions use) throws IOException {
        Set<OpenOption> options = new HashSet<>();
        options.add(StandardOpenOption.READ);
        options.add(LinkOption.NOFOLLOW_LINKS);
        if (access == Access.READ_WRITE) {
            options.add(StandardOpenOption.WRITE);
            options.add(StandardOpenOption.CREATE);
        }
        if (use.directIo() == DirectIo.ON) {
            options.add(ExtendedOpenOption.DIRECT);
        }
        FileChannel channel;
        try {
            channel = FileChannel.open(file, options, OwnDirectory.fileMode(file));
        } catch (IOException e) {
            throw translate(file, e);
        }
        options.remove(StandardOpenOption.CREATE); // a file that disappears later is an error, not an empty file
        use.observer().opened(file);
        return new FileDevice(file, Set.copyOf(options), channel, use);
    }

    @Override
    public int read(ByteBuffer destination, long position) throws IOException {
        int start = destination.position();
        int wanted = destination.remaining();
        while (true) {
            FileChannel current = channel;
            try {
                return readFully(current, destination, position);
            } catch (ClosedChannelException e) {
                destination.position(start).limit(start + wanted);
                boolean interrupted = Thread.interrupted();
                reopen(current, e);
                if (interrupted) {
                    return readInterrupted(destination, position);
                }
            }
        }
    }

    private int readInterrupted(ByteBuffer destination, long position) throws IOException {
        try {
            return read(destination, position);
        } finally {
            Thread.currentThread().interrupt();
        }
    }

    private static int readFully(FileChannel channel, ByteBuffer destination, long position) throws IOException {
        assert position >= 0 && position % PAGE_BYTES == 0 : "position=" + position;
        int total = 0;
        while (destination.hasRemaining()) {
            int bytes = channel.read(destination, position + total);
            if (bytes <= 0) {
                break;
            }
            total += bytes;
            if (bytes % PAGE_BYTES != 0) {
                break; // end of file; a read at the unaligned offset would be refused
            }
        }
        return total;
    }

    /**
     * Starts a read by the kernel. The kernel keeps the file open once it has accepted the read, so only the submission
     * must not overlap a close.
     */
    @Override
    public boolean submit(KernelRead read, ByteBuffer destination, long position) {
        if (!direct) {
            return false;
        }
        submitting.incrementAndGet();
        try {
            int descriptor = closed ? Descriptors.NONE : Descriptors.of(channel);
            return descriptor != Descriptors.NONE && read.submit(descriptor, destination, position);
        } finally {
            submitting.decrementAndGet();
        }
    }

    @Override
    public void write(ByteBuffer source, long position) throws IOException {
        int start = source.position();
        int limit = source.limit();
        assert position >= 0 && position % PAGE_BYTES == 0 : "position=" + position;
        assert limit % PAGE_BYTES == start % PAGE_BYTES : "bytes=" + (limit - start);
        retrying(current -> {
            source.limit(limit).position(start);
            while (source.hasRemaining()) {
                current.write(source, position + source.position() - start);
            }
        });
        observer.written(limit - start);
    }

    @Override
    public void force() throws IOException {
        retrying(current -> current.force(false));
    }

    @Override
    public void allocate(long sizeBytes) throws IOException {
        if (NativeAllocation.reserve(file, sizeBytes)) {
            return;
        }
        ByteBuffer zeros = AlignedBuffers.allocate(ZERO_FILL_BYTES);
        for (long position = size(); position < sizeBytes; ) {
            zeros.position(0).limit((int) Math.min(ZERO_FILL_BYTES, sizeBytes - position));
            int bytes = zeros.remaining();
            write(zeros, position);
            position += bytes;
        }
    }

    @Override
    public void discard() throws IOException {
        retrying(current -> current.truncate(0));
    }

    @Override
    public boolean trim(long sizeBytes) throws IOException {
        if (!discards || !NativeAllocation.punch(file, sizeBytes)) {
            return false;
        }
        allocate(sizeBytes);
        return true;
    }

    @Override
    public long size() throws IOException {
        long[] size = new long[1];
        retrying(current -> size[0] = current.size());
        return size[0];
    }

    @Override
    public void close() throws IOException {
        closed = true;
        while (submitting.get() > 0) {
            LockSupport.parkNanos(this, CLOSE_PAUSE_NANOS);
        }
        channel.close();
    }

    /** An operation on the channel that can be repeated from its start. */
    private interface Operation {
        void on(FileChannel channel) throws IOException;
    }

    private void retrying(Operation operation) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                FileChannel current = channel;
                try {
                    operation.on(current);
                    return;
                } catch (ClosedChannelException e) {
                    interrupted |= Thread.interrupted();
                    reopen(current, e);
                } catch (IOException e) {
                    throw translate(file, e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized void reopen(FileChannel dead, ClosedChannelException cause) throws IOException {
        if (closed) {
            throw cause;
        }
        if (channel == dead) {
            channel = FileChannel.open(file, options);
            if (closed) {
                channel.close();
            }
        }
    }

    private static IOException translate(Path file, IOException e) {
        String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        if (message.contains("no space left") || message.contains("quota exceeded")) {
            NoSpaceException full = new NoSpaceException("file=" + file + ": " + e.getMessage());
            full.initCause(e);
            return full;
        }
        return e;
    }
}
