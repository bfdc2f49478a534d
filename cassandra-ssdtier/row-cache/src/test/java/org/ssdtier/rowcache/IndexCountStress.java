package org.ssdtier.rowcache;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.ssdtier.rowcache.index.LocationIndex;

/**
 * A stress test in which the writer adds a record while a drop clears its key. The entry count must match the index.
 *
 * <p>First result: entries found afterwards; second: entries counted.
 */
@JCStressTest
@Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "put, then drop")
@Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "drop, then put")
@State
public class IndexCountStress {
    private static final long HASH = 0x0123_4567_89ab_cdefL;

    private final LocationIndex index = new LocationIndex(64 * LocationIndex.BUCKET_BYTES);

    /** Adds an older record of the key. */
    public IndexCountStress() {
        index.put(HASH, 1, 16, 400, removed -> {});
    }

    /** Adds the newer record. */
    @Actor
    public void writer() {
        index.put(HASH, 2, 32, 400, removed -> {});
    }

    /** Clears every entry that may belong to the key. */
    @Actor
    public void drop() {
        index.remove(HASH, removed -> {});
    }

    /** Counts the matching entries. */
    @Arbiter
    public void look(II_Result result) {
        for (int place = index.seek(HASH, 0); place != LocationIndex.NONE; place = index.seek(HASH, place + 1)) {
            result.r1++;
        }
        result.r2 = (int) index.entries();
    }
}
