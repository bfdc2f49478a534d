package org.ssdtier.benchmarks.peers.probe;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/**
 * The upper limit for all peers: one aligned 4 KiB read with direct I/O from a file in which a row's position follows
 * from its number. Rows can only be put once, in the order of their numbers.
 */
final class RawPeer implements Peer {
    private static final int PAGE_BYTES = 4096;
    private static final int ROW_BYTES = 512;
    private static final int ROWS_PER_PAGE = PAGE_BYTES / ROW_BYTES;
    private static final int BATCH_BYTES = 256 * PAGE_BYTES;

    private final FileChannel file;
    private final ByteBuffer batch = aligned(BATCH_BYTES);
    private final ConcurrentLinkedDeque<ByteBuffer> pages = new ConcurrentLinkedDeque<>();
    private long next;

    private RawPeer(FileChannel file) {
        this.file = file;
    }

    static RawPeer open(PeerSettings settings) throws IOException {
        Path path = settings.directory().resolve("rows");
        return new RawPeer(FileChannel.open(
                path,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                ExtendedOpenOption.DIRECT));
    }

    @Override
    public void put(long number, byte[] value) throws IOException {
        if (number != next) {
            throw new IOException("row=" + number + ", expected " + next + ": raw rows are put once, in order");
        }
        int at = Math.toIntExact(number * ROW_BYTES % BATCH_BYTES);
        batch.put(at, value);
        next++;
        if (at + ROW_BYTES == BATCH_BYTES) {
            write();
        }
    }

    @Override
    public byte @Nullable [] get(long number) throws IOException {
        ByteBuffer pooled = pages.pollFirst();
        ByteBuffer page = pooled == null ? aligned(PAGE_BYTES) : pooled.clear();
        file.read(page, number / ROWS_PER_PAGE * PAGE_BYTES);
        int at = Math.toIntExact(number % ROWS_PER_PAGE * ROW_BYTES);
        byte[] value = null;
        if (page.position() >= at + Rows.VALUE_BYTES) {
            value = new byte[Rows.VALUE_BYTES];
            page.get(at, value);
        }
        pages.addFirst(page);
        return value;
    }

    @Override
    public void settle() throws IOException {
        if (next * ROW_BYTES % BATCH_BYTES != 0) {
            write();
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private void write() throws IOException {
        long batchStart = (next - 1) * ROW_BYTES / BATCH_BYTES * BATCH_BYTES;
        batch.clear();
        while (batch.hasRemaining()) {
            file.write(batch, batchStart + batch.position());
        }
    }

    private static ByteBuffer aligned(int bytes) {
        return ByteBuffer.allocateDirect(bytes + PAGE_BYTES)
                .alignedSlice(PAGE_BYTES)
                .slice(0, bytes);
    }
}
