package org.ssdtier.benchmarks.micro.jmh;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.ssdtier.segmentlog.AppendStatus;
import org.ssdtier.segmentlog.SegmentLog;
import org.ssdtier.segmentlog.SegmentLogOptions;
import org.ssdtier.segmentlog.device.MemoryStorage;

/**
 * A benchmark of appends to a segment log without a device: full buffers are copied in memory by the log's own thread,
 * as another thread writes them to a device in a node.
 */
@State(Scope.Benchmark)
public class SegmentAppendBenchmark {
    private static final int KEY_BYTES = 25;
    private static final long LOG_BYTES = 128L << 20;
    private static final ByteBuffer NO_PAYLOAD = ByteBuffer.allocate(0);

    /** The length of a record's value. */
    @Param({"400", "4000"})
    int valueBytes;

    private SegmentLog log;
    private ByteBuffer key;
    private ByteBuffer value;
    private long keyHash;

    /** Creates the log. */
    @Setup
    public void open() throws IOException {
        log = SegmentLog.open(new MemoryStorage(), SegmentLogOptions.ofCapacity(LOG_BYTES));
        key = randomBytes(KEY_BYTES);
        value = randomBytes(valueBytes);
    }

    /** Closes the log. */
    @TearDown
    public void close() {
        log.close();
    }

    /** Appends a record; drops all records when the log is full. */
    @Benchmark
    public long append() {
        long location = appendNext();
        if (AppendStatus.of(location) == AppendStatus.NO_SPACE) {
            log.clear(NO_PAYLOAD);
            location = appendNext();
        }
        if (location < 0) {
            throw new IllegalStateException("status=" + AppendStatus.of(location));
        }
        return location;
    }

    private long appendNext() {
        keyHash++;
        return log.append(1, 0, keyHash, key, value);
    }

    private static ByteBuffer randomBytes(int count) {
        byte[] bytes = new byte[count];
        new SplittableRandom(count).nextBytes(bytes);
        return ByteBuffer.allocateDirect(count).put(bytes).flip();
    }
}
