package org.ssdtier.rowcache.index;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.UUID;

/**
 * The 64-bit hash function of the partition keys of one table, under a {@link HashKey}.
 *
 * <p>It folds eight bytes at a time with a 128-bit multiplication, as wyhash does (Wang Yi, 2019), and ends with the
 * finalizer of SplitMix64 (Stafford's variant 13). The value that is folded and, except in the first and the last step,
 * its factor depend on the key of the cache, which is random and not known to any client. So a client that chooses
 * partition keys cannot choose which of them collide or which bucket they share. The hash is stored in segments,
 * snapshots and journals, which name their key; it may change only with their format version.
 */
public final class KeyHash {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle NATIVE_LONG =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long K0 = 0xa0761d6478bd642fL;
    private static final long K1 = 0xe7037ed1a0b428dbL;

    private final long seed;
    private final long factor;

    /** Creates the hash function of a table's keys. The part that is common to all keys is folded only once, here. */
    public KeyHash(HashKey key, UUID table) {
        this.factor = key.factor() | 1;
        this.seed =
                fold(fold(table.getMostSignificantBits() ^ key.seed(), K0) ^ table.getLeastSignificantBits(), factor);
    }

    /** Returns the hash of a partition key with its token. */
    public long hash(byte[] key, long token) {
        long hash = fold(seed ^ token, factor ^ ((long) key.length << 1));
        int offset = 0;
        for (; offset + Long.BYTES <= key.length; offset += Long.BYTES) {
            hash = fold(hash ^ (long) LONG.get(key, offset), factor);
        }
        long tail = 0;
        for (; offset < key.length; offset++) {
            tail = (tail << 8) | (key[offset] & 0xff);
        }
        return mix(fold(hash ^ tail, K1));
    }

    /** Returns eight bytes of the array in native byte order. */
    static long nativeLong(byte[] bytes, int offset) {
        return (long) NATIVE_LONG.get(bytes, offset);
    }

    /** Spreads every bit of {@code value} over all bits of the result; a bijection. */
    public static long mix(long value) {
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
