package org.ssdtier.catalogue.cassandra;

import io.netty.util.concurrent.FastThreadLocal;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.cassandra.db.TypeSizes;
import org.apache.cassandra.io.util.DataInputPlus;
import org.apache.cassandra.io.util.RebufferingInputStream;
import org.apache.cassandra.io.util.TrackedDataInputPlus;

/**
 * The body of the row that a thread is reading, in an array of the thread's: many small fields are cheaper to read from there
 * than through the layers of a file. What is read from it is copied out.
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

    /** Reads a row's sizes; returns what its body is read from, of which no more than the body can be read. */
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

    /** Gets past what is left of a body that {@link #next} returned. */
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

    /** Nothing follows: who reads on meets the end of the file. */
    @Override
    protected void reBuffer() {}

    @Override
    public int available() {
        return buffer.remaining();
    }
}
