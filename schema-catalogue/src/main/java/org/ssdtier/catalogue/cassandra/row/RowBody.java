package org.ssdtier.catalogue.cassandra.row;

import io.netty.util.concurrent.FastThreadLocal;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.cassandra.db.TypeSizes;
import org.apache.cassandra.io.util.DataInputPlus;
import org.apache.cassandra.io.util.RebufferingInputStream;
import org.apache.cassandra.io.util.TrackedDataInputPlus;

/**
 * The body of the row that a thread is reading, in an array of that thread: many small fields are cheaper to read from
 * an array than through the layers of a file. Values that are read from it are copies.
 */
final class RowBody extends RebufferingInputStream {
    private static final int CAPACITY = 16 << 10;
    private static final FastThreadLocal<RowBody> OF_THREAD = new FastThreadLocal<>() {
        @Override
        protected RowBody initialValue() {
            return new RowBody();
        }
    };

    private final byte[] bytes = new byte[CAPACITY];

    private RowBody() {
        super(ByteBuffer.allocate(0));
        buffer = ByteBuffer.wrap(bytes);
    }

    /** Reads a row's sizes, and returns an input from which no more than the row's body can be read. */
    static DataInputPlus next(DataInputPlus in) throws IOException {
        long size = in.readUnsignedVInt();
        long previousSize = in.readUnsignedVInt();
        long length = size - TypeSizes.sizeofUnsignedVInt(previousSize);
        if (length < 0 || length > CAPACITY) {
            return new Large(in, size, length);
        }
        RowBody body = OF_THREAD.get();
        in.readFully(body.bytes, 0, (int) length);
        body.buffer.clear().limit((int) length);
        return body;
    }

    /** Skips the rest of a body that {@link #next} returned. */
    static void skipRest(DataInputPlus body) throws IOException {
        if (body instanceof Large large) {
            large.skipBytesFully((int) Math.max(0, large.length - large.getBytesRead()));
        } else if (body instanceof RowBody small) {
            small.buffer.position(small.buffer.limit());
        }
    }

    /** The body of a row that is too large to be copied. */
    private static final class Large extends TrackedDataInputPlus {
        private final long length;

        Large(DataInputPlus in, long limit, long length) {
            super(in, limit);
            this.length = length;
        }
    }

    /** Does nothing: no bytes follow, so a further read finds the end of the file. */
    @Override
    protected void reBuffer() {}

    @Override
    public int available() {
        return buffer.remaining();
    }
}
