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
 * A stress test in which a drop coincides with reclaim, which moves the entry. No entry of the key may survive the
 * drop.
 *
 * <p>Result: entries that match the key afterwards.
 */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "the drop found the entry, moved or not")
@Outcome(
        id = {},
        expect = Expect.FORBIDDEN,
        desc = "a stale entry survives")
@State
public class IndexMoveStress {
    private static final long HASH = 0x0123_4567_89ab_cdefL;

    private final LocationIndex index = new LocationIndex(64 * LocationIndex.BUCKET_BYTES);
    private final long slot;

    /** Adds the record. */
    public IndexMoveStress() {
        index.put(HASH, 1, 16, 400, removed -> {});
        slot = index.find(HASH, 1, 16);
    }

    /** Moves the entry to a copy. */
    @Actor
    public void reclaim() {
        index.move(HASH, slot, 2, 32);
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
