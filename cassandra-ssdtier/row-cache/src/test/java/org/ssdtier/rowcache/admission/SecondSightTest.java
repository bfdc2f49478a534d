package org.ssdtier.rowcache.admission;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.rowcache.admission.AdmissionPolicy.Verdict;

@Tag("unit")
final class SecondSightTest {
    private static final long HASH = 0x1234_5678_9abc_def0L;

    private final SecondSight policy = new SecondSight(64);

    @Test
    void secondSight_isAdmitted() {
        assertEquals(Verdict.REJECTED, policy.decide(HASH, false, false));
        assertEquals(Verdict.ADMITTED_AS_WANTED, policy.decide(HASH, false, false));
    }

    @Test
    void forgottenHash_isSeenForTheFirstTime() {
        policy.remember(HASH);
        policy.forget();
        assertEquals(Verdict.REJECTED, policy.decide(HASH, false, false));
    }

    @Test
    void forgottenReclaims_doNotLowerTheWorthOfAWrite() {
        for (int i = 0; i < 20; i++) {
            policy.reclaimed(0);
        }
        assertEquals(Verdict.REJECTED, policy.decide(HASH, true, false));
        policy.forget();
        assertEquals(Verdict.ADMITTED_AS_WANTED, policy.decide(HASH, true, false));
    }
}
