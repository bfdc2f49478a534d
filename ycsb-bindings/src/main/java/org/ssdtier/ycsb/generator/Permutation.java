package org.ssdtier.ycsb.generator;

/**
 * A random permutation of 0 … n-1 without a table: a Feistel network over the next even number of bits, applied
 * repeatedly until the value is below n ("cycle walking"; J. Black and P. Rogaway, "Ciphers with arbitrary finite
 * domains", CT-RSA 2002). YCSB hashes instead, so that in its zipfian distribution some records have two ranks and some
 * have none.
 */
public final class Permutation {
    private static final int ROUNDS = 4;

    private final long n;
    private final long seed;
    private final int halfBits;
    private final long halfMask;

    /**
     * Creates a permutation.
     *
     * @param n number of elements, 1 to 2^62
     */
    public Permutation(long n, long seed) {
        if (n < 1 || n > 1L << 62) {
            throw new IllegalArgumentException("n=" + n + ", allowed: 1 to 2^62");
        }
        this.n = n;
        this.seed = seed;
        int bits = 64 - Long.numberOfLeadingZeros(n - 1);
        this.halfBits = Math.max(1, (bits + 1) / 2);
        this.halfMask = (1L << halfBits) - 1;
    }

    /**
     * Returns the image of an element.
     *
     * @param element 0 to n-1
     * @return 0 to n-1
     */
    public long of(long element) {
        long x = element;
        do {
            x = scramble(x);
        } while (x >= n);
        return x;
    }

    private long scramble(long x) {
        long left = x >>> halfBits;
        long right = x & halfMask;
        for (int round = 0; round < ROUNDS; round++) {
            long next = left ^ (Mix.of(seed, round, right) & halfMask);
            left = right;
            right = next;
        }
        return left << halfBits | right;
    }
}
