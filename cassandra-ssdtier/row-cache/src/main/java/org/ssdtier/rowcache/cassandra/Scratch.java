package org.ssdtier.rowcache.cassandra;

import org.apache.cassandra.io.util.DataOutputBuffer;

/** A buffer for each thread, used again and again unless one use made it large. */
final class Scratch {
    private static final int KEEP_BYTES = 256 * 1024;

    private final ThreadLocal<DataOutputBuffer> buffers = ThreadLocal.withInitial(DataOutputBuffer::new);

    /** The thread's buffer, empty; it is the caller's until the thread asks for it again. */
    DataOutputBuffer empty() {
        DataOutputBuffer out = buffers.get();
        if (out.buffer().capacity() > KEEP_BYTES) {
            out = new DataOutputBuffer();
            buffers.set(out);
        }
        out.clear();
        return out;
    }
}
