package org.ssdtier.rowcache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.UUID;

/**
 * The 64-bit hash of a key.
 *
 * <p>Folds eight bytes at a time with a 128-bit multiplication, as wyhash does (Wang Yi, 2019), and finishes with the
 * finalizer of SplitMix64 (Stafford's variant 13). The hash is stored in segments and snapshots: it may change only with
 * their format version.
 */
final class KeyHash {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle NATIVE_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long K0 = 0xa0761d6478bd642fL;
    private static final long K1 = 0xe7037ed1a0b428dbL;
    private static final long K2 = 0x8ebc6af09c88c6e3L;

    private KeyHash() {}

    static long hash(UUID table, byte[] key, long token) {
        long hash = fold(table.getMostSignificantBits() ^ K0, table.getLeastSignificantBits() ^ K1);
        hash = fold(hash ^ token, K2 ^ key.length);
        int offset = 0;
        for (; offset + Long.BYTES <= key.length; offset += Long.BYTES) {
            hash = fold(hash ^ (long) LONG.get(key, offset), K1);
        }
        long tail = 0;
        for (; offset < key.length; offset++) {
            tail = (tail << 8) | (key[offset] & 0xff);
        }
        return mix(fold(hash ^ tail, K2));
    }

    /** Returns eight bytes of the array in the machine's byte order. */
    static long nativeLong(byte[] bytes, int offset) {
        return (long) NATIVE_LONG.get(bytes, offset);
    }

    /** Spreads every bit of {@code value} over all bits of the result; a bijection. */
    static long mix(long value) {
        long z = value;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    private static long fold(long left, long right) {
        long high = Math.multiplyHigh(left, right);
        return high ^ (left * right) ^ Long.rotateLeft(left, 32);
    }
}
