package org.ssdtier.ycsb.generator;

/** Static methods to mix 64-bit numbers strongly (the finaliser of MurmurHash3 in Stafford's variant 13). */
public final class Mix {
    private static final long GOLDEN_RATIO = 0x9E3779B97F4A7C15L;

    private Mix() {}

    /** Returns a number that depends on every bit of {@code a}. */
    public static long of(long a) {
        long z = a + GOLDEN_RATIO;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Returns a number that depends on every bit of both and on their order. */
    public static long of(long a, long b) {
        return of(of(a) ^ b);
    }

    /** Returns a number that depends on every bit of the three and on their order. */
    public static long of(long a, long b, long c) {
        return of(of(a, b) ^ c);
    }
}
