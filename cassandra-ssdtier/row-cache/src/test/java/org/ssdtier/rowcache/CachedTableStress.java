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
 * A stress test in which a reader makes an image of the disk while the disk changes and the table is purged. An image
 * that is published and may answer must reflect the current state of the disk.
 *
 * <p>Results: whether the image was published; the state of the disk that the reader saw; whether the image may answer.
 */
@JCStressTest
@Outcome(
        id = {"1, 0, 0", "1, 1, 1"},
        expect = Expect.ACCEPTABLE,
        desc = "an old image is dead, a current one answers")
@Outcome(
        id = {"0, 0, 0", "0, 1, 0"},
        expect = Expect.ACCEPTABLE,
        desc = "not published")
@Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "a current image is dead: a miss")
@Outcome(id = "1, 0, 1", expect = Expect.FORBIDDEN, desc = "a stale image answers")
@State
public class CachedTableStress {
    private static final long TOKEN = 5;

    private final CachedTable table = new CachedTable(new UUID(1, 1), 1, new ImageMemory(), TestCache.HASH_KEY);
    private volatile int disk;
    private int stamp;
    private boolean isPublished;

    /** Purges the table, then changes the disk. */
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

    /** Looks up the image after both actors. */
    @Arbiter
    public void lookUp(III_Result result) {
        result.r3 = isPublished && table.mayAnswer(stamp, TOKEN) ? 1 : 0;
    }
}
