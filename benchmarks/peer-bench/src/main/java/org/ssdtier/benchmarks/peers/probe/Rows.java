package org.ssdtier.benchmarks.peers.probe;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * Static methods for the rows of all peers: keys of 25 bytes and incompressible values of 400 bytes that contain their
 * row number and version.
 */
public final class Rows {
    /** Length of a key. */
    public static final int KEY_BYTES = 25;

    /** Length of a value. */
    public static final int VALUE_BYTES = 400;

    /** The result of {@link #version} for bytes that are not a value of the row. */
    public static final int WRONG = -1;

    private static final String PREFIX = "user";
    private static final int NUMBER_AT = 0;
    private static final int VERSION_AT = 8;
    private static final int FILLER_AT = 16;

    private Rows() {}

    /** Returns the key of a row: {@code user} and its number in decimal digits. */
    public static byte[] key(long number) {
        byte[] key = new byte[KEY_BYTES];
        for (int at = 0; at < PREFIX.length(); at++) {
            key[at] = (byte) PREFIX.charAt(at);
        }
        long rest = number;
        for (int at = KEY_BYTES - 1; at >= PREFIX.length(); at--) {
            key[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return key;
    }

    /** Returns the key of a row as a string. */
    public static String keyText(long number) {
        return new String(key(number), StandardCharsets.US_ASCII);
    }

    /**
     * Returns the value of a version of a row.
     *
     * @param version number of the version, from 1
     */
    public static byte[] value(long number, int version) {
        ByteBuffer value = ByteBuffer.allocate(VALUE_BYTES);
        value.putLong(NUMBER_AT, number).putLong(VERSION_AT, version);
        SplittableRandom filler = filler(number, version);
        for (int at = FILLER_AT; at < VALUE_BYTES; at += Long.BYTES) {
            value.putLong(at, filler.nextLong());
        }
        return value.array();
    }

    /**
     * Returns the version of a value; {@link #WRONG} if any byte differs from the value that {@link #value} returns for
     * this row.
     */
    public static int version(long number, byte[] bytes) {
        if (bytes.length != VALUE_BYTES) {
            return WRONG;
        }
        ByteBuffer value = ByteBuffer.wrap(bytes);
        long version = value.getLong(VERSION_AT);
        if (value.getLong(NUMBER_AT) != number || version < 1 || version > Integer.MAX_VALUE) {
            return WRONG;
        }
        SplittableRandom filler = filler(number, (int) version);
        for (int at = FILLER_AT; at < VALUE_BYTES; at += Long.BYTES) {
            if (value.getLong(at) != filler.nextLong()) {
                return WRONG;
            }
        }
        return (int) version;
    }

    private static SplittableRandom filler(long number, int version) {
        return new SplittableRandom(number * 0x9E37_79B9_7F4A_7C15L + version);
    }
}
