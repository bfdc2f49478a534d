package org.ssdtier.catalogue;

import static org.ssdtier.catalogue.SchemaListDescriptor.MAX_FRAME_NAMES;
import static org.ssdtier.catalogue.SchemaListDescriptor.MAX_NAMES;
import static org.ssdtier.catalogue.SchemaListDescriptor.MAX_NAME_BYTES;
import static org.ssdtier.catalogue.SchemaListDescriptor.MIN_NAME_BYTES;
import static org.ssdtier.catalogue.SchemaListDescriptor.MIN_NAME_FRAMES;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The names that many frames of a dictionary refer to, numbered in byte order. So neighbours share their prefixes, and
 * the keys of a map, which are mostly in this order too, become small differences. Not thread-safe.
 *
 * <p>A hash table with linear probing of at most {@value #MAX_PROBES} steps, under a random key. A name for which there
 * is no slot, or that exceeds the maximum number, is not numbered and is written where it is used. So a client that
 * chooses names cannot make the CPU time or the heap of this table grow beyond these bounds.
 */
final class NameTable implements DefinitionCodec.Numbers {
    /** Number of slots, starting with its first, in which a name may be. */
    static final int MAX_PROBES = 64;

    private static final int NONE = -1;
    private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    /** A name and the number of frames that use it. */
    private static final class Use {
        private final byte[] array;
        private final int at;
        private final int bytes;
        private final long hash;
        private int frames;
        private int lastFrame = NONE;
        private int number = NONE;

        Use(byte[] array, int at, int bytes, long hash) {
            this.array = array;
            this.at = at;
            this.bytes = bytes;
            this.hash = hash;
        }

        boolean is(byte[] other, int otherAt, int otherBytes, long otherHash) {
            return hash == otherHash
                    && bytes == otherBytes
                    && Arrays.equals(array, at, at + bytes, other, otherAt, otherAt + otherBytes);
        }

        int shared(Use other) {
            int at = Arrays.mismatch(array, this.at, this.at + bytes, other.array, other.at, other.at + other.bytes);
            return at < 0 ? bytes : at;
        }

        int compare(Use other) {
            return Arrays.compareUnsigned(array, at, at + bytes, other.array, other.at, other.at + other.bytes);
        }
    }

    private final long key;
    private @Nullable Use[] uses = new Use[256];
    private int count;
    private Use[] numbered = {};

    /** Creates an empty table with a random key. */
    NameTable() {
        this(ThreadLocalRandom.current().nextLong());
    }

    /** Creates an empty table. */
    NameTable(long key) {
        this.key = key;
    }

    /** Counts the names of a definition, read with the cursor. Frames must come in order. */
    void count(SchemaDefinition definition, DefinitionCursor cursor, int frame) {
        for (int columns = cursor.begin(definition); columns > 0; columns--) {
            cursor.nextColumn();
            count(cursor, frame);
            for (int parts = cursor.partCount(); parts > 0; parts--) {
                cursor.nextPart();
                count(cursor, frame);
            }
        }
    }

    private void count(DefinitionCursor name, int frame) {
        int bytes = name.stringLength();
        if (bytes < MIN_NAME_BYTES || bytes > MAX_NAME_BYTES) {
            return;
        }
        byte[] array = name.array();
        int at = name.stringStart();
        long hash = hash(array, at, bytes);
        int place = place(array, at, bytes, hash);
        if (place < 0) {
            return;
        }
        Use use = uses[place];
        if (use == null) {
            if (count == MAX_NAMES) {
                return;
            }
            use = new Use(array, at, bytes, hash);
            uses[place] = use;
            count++;
        }
        if (use.lastFrame != frame) {
            use.lastFrame = frame;
            use.frames++;
        }
        if (2 * count > uses.length) {
            grow();
        }
    }

    /** Returns the slot of a name, or a free slot for it; negative if there is neither. */
    private int place(byte[] array, int at, int bytes, long hash) {
        int mask = uses.length - 1;
        for (int probe = 0; probe < MAX_PROBES; probe++) {
            int place = ((int) hash + probe) & mask;
            Use use = uses[place];
            if (use == null || use.is(array, at, bytes, hash)) {
                return place;
            }
        }
        return NONE;
    }

    private void grow() {
        @Nullable Use[] before = uses;
        uses = new Use[2 * before.length];
        count = 0;
        for (Use use : before) {
            int place = use == null ? NONE : place(use.array, use.at, use.bytes, use.hash);
            if (place >= 0) {
                uses[place] = use;
                count++;
            }
        }
    }

    /** Numbers the names that enough frames use. Nothing may be counted afterwards. */
    void number() {
        numbered = Arrays.stream(uses)
                .filter(use -> use != null && use.frames >= MIN_NAME_FRAMES)
                .sorted(Use::compare)
                .toArray(Use[]::new);
        for (int number = 0; number < numbered.length; number++) {
            numbered[number].number = number;
        }
    }

    @Override
    public int of(byte[] array, int at, int bytes) {
        if (numbered.length == 0 || bytes < MIN_NAME_BYTES || bytes > MAX_NAME_BYTES) {
            return NONE;
        }
        int place = place(array, at, bytes, hash(array, at, bytes));
        Use use = place < 0 ? null : uses[place];
        return use == null ? NONE : use.number;
    }

    /** Appends the frames of the names. */
    void write(FrameTable.Builder table, Deflation deflation, GrowingBytes to) {
        GrowingBytes content = new GrowingBytes();
        for (int first = 0; first < numbered.length; first += MAX_FRAME_NAMES) {
            int end = Math.min(first + MAX_FRAME_NAMES, numbered.length);
            content.truncate(0);
            content.writeVarint(first);
            content.writeVarint(end - first);
            for (int number = first; number < end; number++) {
                Use use = numbered[number];
                int shared = number == first ? 0 : use.shared(numbered[number - 1]);
                content.writeVarint(shared);
                content.writeVarint(use.bytes - shared);
                content.write(use.array, use.at + shared, use.bytes - shared);
            }
            table.add(end - first, Frame.write(Frame.Kind.NAMES, content, deflation, to));
        }
    }

    /** Returns the hash of a name; its low bits are the first slot. */
    long hash(byte[] array, int at, int bytes) {
        long hash = key ^ bytes;
        int end = at + bytes;
        int next = at;
        for (; next <= end - Long.BYTES; next += Long.BYTES) {
            hash = mix(hash ^ (long) LONG.get(array, next));
        }
        long rest = 0;
        for (; next < end; next++) {
            rest = (rest << Byte.SIZE) | (array[next] & 0xFF);
        }
        return mix(hash ^ rest);
    }

    private static long mix(long value) {
        long product = value * MULTIPLIER;
        return product ^ (product >>> 29) ^ (product >>> 47);
    }
}
