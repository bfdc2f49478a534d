package org.ssdtier.rowcache.cassandra;

import org.apache.cassandra.io.util.DataOutputBuffer;

/** A thread-local buffer that is reused, and replaced after a use that made it large. */
final class Scratch {
    private static final int KEEP_BYTES = 256 * 1024;

    private final ThreadLocal<DataOutputBuffer> buffers = ThreadLocal.withInitial(DataOutputBuffer::new);

    /** Returns the thread's buffer, emptied; the caller may use it until the next call on the same thread. */
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
