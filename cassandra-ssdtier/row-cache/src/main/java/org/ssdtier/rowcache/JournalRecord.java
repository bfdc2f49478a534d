package org.ssdtier.rowcache;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import net.openhft.chronicle.bytes.Bytes;
import org.ssdtier.rowcache.index.KeyHashes;

/**
 * A record of the journal: one change of one table. Its payload, little endian:
 *
 * <pre>
 *   0      1        5        9       25       29       33       37       41       45
 *  +------+--------+--------+-------+--------+--------+--------+--------+--------+-------------+
 *  | kind | number | safe   | table | floor  | marks  | come   | go     | hashes | the lists,  |
 *  | (1)  |        | stamp  | (16)  |        | count  | count  | count  | count  | in order    |
 *  +------+--------+--------+-------+--------+--------+--------+--------+--------+-------------+
 *  mark: stamp (4), left token (8), right token (8); SSTable: length (2), UTF-8; hash: 8 bytes
 * </pre>
 *
 * @param kind the kind of record
 * @param table the ID of the table
 * @param number the change number: images of the keys in {@code hashes} with a smaller stamp are dead
 * @param safe the safe stamp: images up to this stamp depend only on changes that are in the journal so far
 * @param dead the images that are dead regardless of their key, complete at the time of the record
 * @param come the SSTables that are added
 * @param go the SSTables that are removed
 * @param hashes the hashes of the touched keys
 */
record JournalRecord(
        Kind kind,
        UUID table,
        int number,
        int safe,
        DeadImages dead,
        List<String> come,
        List<String> go,
        KeyHashes hashes) {
    /** The largest number of keys in one record; a change of more keys has several records. */
    static final int MAX_HASHES = 1 << 16;
    /** The largest number of SSTables in one record of a declaration. */
    static final int MAX_SSTABLES = 1 << 12;

    private static final int MAX_NAME_BYTES = 255;
    private static final int FIXED_BYTES = 1 + 2 * Integer.BYTES + 2 * Long.BYTES + 5 * Integer.BYTES;
    private static final int MOST_BYTES_PER_CHARACTER = 3;
    private static final int MARK_BYTES = Integer.BYTES + 2 * Long.BYTES;

    /** The kinds of records. */
    enum Kind {
        /** A change of the table's content: SSTables are added and removed, keys and ranges are touched. */
        CHANGE(1),
        /** A replacement of SSTables by others with the same content. It may not have taken place. */
        COMPACTION(2),
        /** A declaration of all SSTables of the table. Earlier images count only if the index was saved since. */
        TABLE(3),
        /** Further SSTables of the table. */
        MORE(4);

        private final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }

        private static Kind of(byte code) {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("kind=" + code + ", allowed 1 to " + values().length);
        }
    }

    /** Returns a bound of the payload's length. Chronicle logs a line at INFO when large bytes have to grow. */
    int mostBytes() {
        long bytes = FIXED_BYTES + (long) dead.marks().size() * MARK_BYTES + (long) hashes.size() * Long.BYTES;
        bytes += mostBytes(come) + mostBytes(go);
        return Math.toIntExact(bytes);
    }

    private static long mostBytes(List<String> names) {
        long bytes = 0;
        for (String name : names) {
            bytes += Short.BYTES + (long) name.length() * MOST_BYTES_PER_CHARACTER;
        }
        return bytes;
    }

    /** Appends the payload to bytes that grow; Chronicle writes numbers in native order, little endian here. */
    void encode(Bytes<?> to) {
        to.writeByte(kind.code).writeInt(number).writeInt(safe);
        to.writeLong(table.getMostSignificantBits()).writeLong(table.getLeastSignificantBits());
        to.writeInt(dead.floor()).writeInt(dead.marks().size());
        to.writeInt(come.size()).writeInt(go.size()).writeInt(hashes.size());
        for (RangeMarks.Mark mark : dead.marks()) {
            to.writeInt(mark.stamp()).writeLong(mark.leftToken()).writeLong(mark.rightToken());
        }
        come.forEach(name -> encode(to, name));
        go.forEach(name -> encode(to, name));
        for (int i = 0; i < hashes.size(); i++) {
            to.writeLong(hashes.hash(i));
        }
    }

    /**
     * Reads a payload from the position to the limit of a buffer.
     *
     * @throws IllegalArgumentException if the bytes are not a valid payload, although their checksum was correct
     */
    static JournalRecord decode(ByteBuffer from) {
        try {
            Kind kind = Kind.of(from.get());
            int number = from.getInt();
            int safe = from.getInt();
            UUID table = new UUID(from.getLong(), from.getLong());
            int floor = from.getInt();
            int marks = count(from, from.getInt(), MARK_BYTES);
            int come = count(from, from.getInt(), Short.BYTES);
            int go = count(from, from.getInt(), Short.BYTES);
            int hashCount = count(from, from.getInt(), Long.BYTES);
            List<RangeMarks.Mark> dead = new ArrayList<>();
            for (int i = 0; i < marks; i++) {
                dead.add(new RangeMarks.Mark(from.getInt(), from.getLong(), from.getLong()));
            }
            List<String> coming = decode(from, come);
            List<String> going = decode(from, go);
            long[] hashes = new long[hashCount];
            for (int i = 0; i < hashes.length; i++) {
                hashes[i] = from.getLong();
            }
            return new JournalRecord(
                    kind, table, number, safe, new DeadImages(floor, dead), coming, going, new KeyHashes(hashes));
        } catch (BufferUnderflowException | IndexOutOfBoundsException e) {
            throw new IllegalArgumentException("a record of the journal ends at byte " + from.position(), e);
        }
    }

    private static int count(ByteBuffer from, int count, int minBytes) {
        if (count < 0 || (long) count * minBytes > from.limit()) {
            throw new BufferUnderflowException();
        }
        return count;
    }

    private static void encode(Bytes<?> to, String name) {
        byte[] bytes = name.getBytes(UTF_8);
        if (bytes.length > MAX_NAME_BYTES) {
            throw new IllegalArgumentException(
                    "SSTable=" + name + " bytes=" + bytes.length + ", allowed 0 to " + MAX_NAME_BYTES);
        }
        to.writeShort((short) bytes.length).write(bytes);
    }

    static List<String> decode(ByteBuffer from, int count) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] bytes = new byte[from.getShort()];
            from.get(bytes);
            names.add(new String(bytes, UTF_8));
        }
        return names;
    }
}
