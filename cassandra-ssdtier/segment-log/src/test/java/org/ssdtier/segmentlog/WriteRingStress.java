package org.ssdtier.segmentlog;

import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.ssdtier.segmentlog.device.MemoryDevice;

/**
 * A stress test where a reader copies the oldest bytes of the ring while the appender wraps around to them: an accepted
 * copy is never torn.
 *
 * <p>The first number of an outcome is whether the copy was accepted, the second whether it contains a new byte of the
 * appender.
 */
@JCStressTest
@Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "copied before the appender wrapped around")
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "rejected, although nothing was overwritten yet")
@Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "torn, and rejected")
@Outcome(id = "1, 1", expect = Expect.FORBIDDEN, desc = "a torn copy was accepted")
@State
public class WriteRingStress {
    private static final int BUFFER_BYTES = 4096;
    private static final byte OLD = 1;
    private static final byte NEW = 2;
    private static final ByteBuffer OLD_BYTES = bytes(2 * BUFFER_BYTES, OLD);
    private static final ByteBuffer NEW_BYTES = bytes(BUFFER_BYTES, NEW);

    private final WriteRing ring = new WriteRing(BUFFER_BYTES, 2, Runnable::run, new LogCounters());

    /** Fills the ring once; full buffers are written immediately, since the executor runs on the appending thread. */
    public WriteRingStress() {
        ring.open(new Segment(0, Records.identity(1), new MemoryDevice(), 0), 0);
        ring.put(OLD_BYTES, 0, 2 * BUFFER_BYTES);
    }

    /** Appends over the first buffer. */
    @Actor
    public void appender() {
        ring.put(NEW_BYTES, 0, BUFFER_BYTES);
    }

    /** Copies the first buffer. */
    @Actor
    public void reader(II_Result result) {
        ByteBuffer copy = ByteBuffer.allocate(BUFFER_BYTES);
        result.r1 = ring.copyOut(0, copy, 0, BUFFER_BYTES) ? 1 : 0;
        for (int at = 0; at < BUFFER_BYTES; at++) {
            if (copy.get(at) != OLD) {
                result.r2 = 1;
            }
        }
    }

    private static ByteBuffer bytes(int count, byte value) {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        for (int at = 0; at < count; at++) {
            bytes.put(at, value);
        }
        return bytes;
    }
}
