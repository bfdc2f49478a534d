package org.ssdtier.catalogue.cassandra.image;

import java.util.Arrays;
import org.ssdtier.catalogue.cassandra.row.RowScan;
import org.ssdtier.catalogue.cassandra.row.RowSchemas;
import org.ssdtier.catalogue.cassandra.row.SchemaOrdinals;

/**
 * The schemas that the rows of one image refer to, by ordinal: from 1 on in the order of first use. Used by one thread.
 */
final class ImageSchemaIds implements SchemaOrdinals {
    /** The maximum number of schemas of one image; rows of further schemas contain their names. */
    static final int MAX = 127;

    private static final int FIRST = 4;
    private static final long PRIME = 0x9E3779B97F4A7C15L;

    private final KnownSchemas all;
    private KnownSchema[] used = new KnownSchema[FIRST];
    private int count;

    ImageSchemaIds(KnownSchemas all) {
        this.all = all;
    }

    @Override
    public int ordinalOf(RowScan row) {
        KnownSchema known = all.of(row);
        return known == null ? RowSchemas.INLINE : ordinalOf(known);
    }

    private int ordinalOf(KnownSchema known) {
        for (int i = 0; i < count; i++) {
            if (used[i].id == known.id) {
                return i + 1;
            }
        }
        if (count == MAX) {
            return RowSchemas.INLINE;
        }
        if (count == used.length) {
            used = Arrays.copyOf(used, Math.min(MAX, 2 * count));
        }
        used[count++] = known;
        return count;
    }

    int[] ids() {
        int[] ids = new int[count];
        for (int i = 0; i < count; i++) {
            ids[i] = used[i].id;
        }
        return ids;
    }

    int check() {
        return check(all, used, count);
    }

    /** Returns a hash of the catalogue's identity and of the definitions that these IDs stand for. */
    static int check(KnownSchemas all, KnownSchema[] used, int count) {
        long hash = all.instanceId() * PRIME;
        for (int i = 0; i < count; i++) {
            hash ^= (long) used[i].id << 32 | Integer.toUnsignedLong(used[i].definitionHash);
            hash *= PRIME;
            hash ^= hash >>> 29;
        }
        return (int) (hash >>> 32);
    }
}
