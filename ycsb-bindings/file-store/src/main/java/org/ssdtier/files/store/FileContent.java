package org.ssdtier.files.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ssdtier.files.model.FileStat;
import org.ssdtier.files.model.StoreException;
import org.ssdtier.files.table.Chunk;
import org.ssdtier.files.table.FileRow;
import org.ssdtier.files.table.StoreTables;

/** One version of a file with its content, which is read chunk by chunk as it is used. */
public final class FileContent {
    private final StoreTables tables;
    private final FileRow row;

    FileContent(StoreTables tables, FileRow row) {
        this.tables = tables;
        this.row = row;
    }

    /** Returns the metadata. */
    public FileStat stat() {
        return row.stat();
    }

    /**
     * Returns the whole content. At its end the stream checks the SHA-256, and throws {@link StoreException.Damaged} if
     * it differs. A read throws {@link StoreException.Replaced} if the content is gone.
     */
    public InputStream stream() {
        return new Stream(0, stat().size(), Hashes.sha256());
    }

    /**
     * Returns a part of the content, which is not checked.
     *
     * @param offset first byte, 0 to the size
     * @param length number of bytes; those after the end are left out
     */
    public InputStream stream(long offset, long length) {
        if (offset < 0 || length < 0 || offset > stat().size()) {
            throw new IllegalArgumentException(
                    "offset=" + offset + " length=" + length + ", allowed 0 to size=" + stat().size());
        }
        return new Stream(offset, offset + Math.min(length, stat().size() - offset), null);
    }

    /** Returns the whole content, checked. */
    public byte[] bytes() throws IOException {
        if (stat().size() > Integer.MAX_VALUE - 8) {
            throw new StoreException("path=" + stat().path() + " size=" + stat().size() + ": too large for memory");
        }
        try (InputStream in = stream()) {
            return in.readAllBytes();
        }
    }

    private ByteBuffer chunk(int number) throws IOException {
        FileStat stat = stat();
        Optional<ByteBuffer> chunk =
                stat.chunks() == 0 ? row.content() : tables.chunk(new Chunk(stat.path(), stat.version(), number));
        ByteBuffer content =
                chunk.orElseThrow(() -> new StoreException.Replaced(stat)).duplicate();
        long expected = stat.chunks() == 0
                ? stat.size()
                : Math.min(stat.chunkBytes(), stat.size() - (long) number * stat.chunkBytes());
        if (content.remaining() != expected) {
            throw new StoreException.Damaged(
                    stat, "chunk=" + number + " of bytes=" + content.remaining() + ", expected bytes=" + expected);
        }
        return content;
    }

    /** The bytes from one offset to another. */
    private final class Stream extends InputStream {
        private final long end;
        private final @Nullable MessageDigest digest;
        private long position;
        private ByteBuffer chunk = ByteBuffer.allocate(0);
        private boolean isChecked;

        private Stream(long begin, long end, @Nullable MessageDigest digest) {
            this.position = begin;
            this.end = end;
            this.digest = digest;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (position == end) {
                check();
                return -1;
            }
            if (!chunk.hasRemaining()) {
                next();
            }
            int count = (int) Math.min(Math.min(length, chunk.remaining()), end - position);
            chunk.get(into, offset, count);
            if (digest != null) {
                digest.update(into, offset, count);
            }
            position += count;
            return count;
        }

        private void next() throws IOException {
            int bytes = stat().chunks() == 0 ? Integer.MAX_VALUE : stat().chunkBytes();
            chunk = chunk((int) (position / bytes));
            chunk.position(chunk.position() + (int) (position % bytes));
        }

        private void check() throws IOException {
            if (digest == null || isChecked) {
                return;
            }
            isChecked = true;
            String found = HexFormat.of().formatHex(digest.digest());
            if (!found.equals(stat().sha256())) {
                throw new StoreException.Damaged(stat(), "content with sha256=" + found);
            }
        }
    }
}
