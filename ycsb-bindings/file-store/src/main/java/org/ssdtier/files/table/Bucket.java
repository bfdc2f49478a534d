package org.ssdtier.files.table;

import org.ssdtier.files.model.StorePath;

/**
 * A partition with entries of a directory. A directory has 4^generation buckets; the entries of a generation are in
 * partitions of their own, so that a split copies them and then drops the old partitions whole.
 *
 * @param directory directory
 * @param generation generation of its layout, 0 to {@link #MAX_GENERATION}
 * @param number number of the bucket, from 0
 */
public record Bucket(StorePath directory, int generation, int number) {
    /** The greatest generation, with 4^8 buckets. */
    public static final int MAX_GENERATION = 8;

    /** Returns the number of buckets of a generation. */
    public static int count(int generation) {
        return 1 << (2 * generation);
    }

    /** Returns the bucket of an entry. */
    public static Bucket of(StorePath entry, int generation) {
        return new Bucket(entry.parent(), generation, number(entry, generation));
    }

    /** Returns the number of the bucket of an entry: the low bits of the FNV-1a hash of its name, mixed. */
    public static int number(StorePath entry, int generation) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : entry.name()) {
            hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
        hash = (hash ^ (hash >>> 32)) * 0x9e3779b97f4a7c15L;
        return (int) (hash >>> 40) & (count(generation) - 1);
    }
}
