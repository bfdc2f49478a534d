package org.ssdtier.rowcache;

import java.util.UUID;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * A reader makes an image of the disk while the disk changes and the table is purged: an image that is published and may answer
 * is of the disk as it is now.
 *
 * <p>The numbers: whether the image was published; the disk that the reader saw; whether the image may answer.
 */
@JCStressTest
@Outcome(
        id = {"1, 0, 0", "1, 1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "an older image is dead, one of now answers")
@Outcome(
        id = {"0, 0, 0", "0, 1, 0"},
        expect = Expect.ACCEPTABLE,
        desc = "not published")
@Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "dead, though it was of now: a miss")
@Outcome(id = "1, 0, 1", expect = Expect.FORBIDDEN, desc = "a stale image answers")
@State
public class CachedTableStress {
    private static final long TOKEN = 5;

    private final CachedTable table = new CachedTable(new UUID(1, 1), 1, new ImageMemory(), TestCache.HASH_KEY);
    private volatile int disk;
    private int stamp;
    private boolean isPublished;

    /** Changes the disk, and purges before the change is seen. */
    @Actor
    public void change() {
        table.beginChange();
        try {
            table.purge();
            disk = 1;
        } finally {
            table.endChange();
        }
    }

    /** Reads the disk into an image and publishes it. */
    @Actor
    public void reader(III_Result result) {
        long ticket = table.ticket();
        int seen = disk;
        stamp = table.stamp();
        isPublished = table.mayPublish(ticket, 0);
        result.r1 = isPublished ? 1 : 0;
        result.r2 = seen;
    }

    /** Looks the image up after both. */
    @Arbiter
    public void lookUp(III_Result result) {
        result.r3 = isPublished && table.mayAnswer(stamp, TOKEN) ? 1 : 0;
    }
}
