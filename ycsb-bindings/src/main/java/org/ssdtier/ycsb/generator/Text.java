package org.ssdtier.ycsb.generator;

import java.util.SplittableRandom;

/**
 * A source of random printable ASCII of 64 different characters, which a compressor that only removes repetition cannot
 * shrink.
 */
public final class Text {
    private static final int BITS = 6;
    private static final int PER_NUMBER = 64 / BITS;

    private Text() {}

    /** Returns random bytes in the range from space to underscore. */
    public static byte[] random(SplittableRandom random, int lengthBytes) {
        byte[] text = new byte[lengthBytes];
        long bits = 0;
        for (int i = 0; i < lengthBytes; i++) {
            bits = i % PER_NUMBER == 0 ? random.nextLong() : bits >>> BITS;
            text[i] = (byte) (' ' + (bits & (1 << BITS) - 1));
        }
        return text;
    }
}
