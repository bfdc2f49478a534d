package org.ssdtier.rowcache;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;
import org.ssdtier.rowcache.index.LocationIndex;

/**
 * A stress test in which a drop coincides with a read, which touches the entry. No entry of the key may survive the
 * drop.
 *
 * <p>Result: entries that match the key afterwards.
 */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "the drop found the entry, touched or not")
@Outcome(
        id = {},
        expect = Expect.FORBIDDEN,
        desc = "a stale entry survives")
@State
public class IndexTouchStress {
    private static final long HASH = 0x0123_4567_89ab_cdefL;

    private final LocationIndex index = new LocationIndex(64 * LocationIndex.BUCKET_BYTES);

    /** Adds the record. */
    public IndexTouchStress() {
        index.put(HASH, 1, 16, 400, removed -> {});
    }

    /** Raises the entry's recency. */
    @Actor
    public void read() {
        index.touch(HASH);
    }

    /** Clears every entry that may belong to the key. */
    @Actor
    public void drop() {
        index.remove(HASH, removed -> {});
    }

    /** Counts the matching entries. */
    @Arbiter
    public void look(I_Result result) {
        for (int place = index.seek(HASH, 0); place != LocationIndex.NONE; place = index.seek(HASH, place + 1)) {
            result.r1++;
        }
    }
}
