package org.ssdtier.catalogue.cassandra.row;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.ColumnForm;

/**
 * A hash table from the shapes of rows to the ordinals of their schemas, for one SSTable that is being written. Used by
 * one thread.
 *
 * <pre>
 *  slots    open-addressed, linear probing: [ hash of the shape, 64 bits ] [ ordinal, 32 | start of its shape, 32 ]
 *  shapes   one after another, in numbers of 32 bits:
 *           [ columns ]
 *           for each column  [ its number, times 8, plus its form ]
 *           if it has parts  [ parts ] [ bytes of them all ] [ number of template or paths ] ( [ length ] [ part ] )*
 * </pre>
 *
 * <p>With thousands of schemas, each access of a look-up misses the processor's caches. So a look-up accesses two
 * places and no objects. Rows that come from SSTables of our format share the templates of their frozen maps, and the
 * paths of other maps: if a template is the same object as the last one, it has the same keys; for paths see
 * {@link KnownPaths}.
 *
 * <p>There are at most {@value #MAX_PER_HASH} schemas with the same hash. So a row is compared with only a few,
 * even if a client chose its keys to collide and the key of {@link ShapeHash} were not a secret.
 */
final class ShapeTable {
    /** The maximum number of schemas with the same hash. By chance there are hardly ever two. */
    static final int MAX_PER_HASH = 4;
    /** The result if the row's schema is not here. */
    static final int NONE = 0;
    /** The result if the row's schema is not here and cannot be added. */
    static final int NO_PLACE = -1;

    private static final int FIRST_SLOTS = 64;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    private final WriteCounters counters;
    private long[] slots = new long[2 * FIRST_SLOTS];
    private int count;
    /** The slot for the row that was looked up last. */
    private int freeSlot;

    private byte[] shapes = new byte[1024];
    private int length;
    private @Nullable FrozenMapTemplate[] templates = new FrozenMapTemplate[4];
    private int templateCount;
    private final KnownPaths knownPaths;
    private int pathsCount;

    ShapeTable(WriteCounters counters) {
        this(counters, KnownPaths.MAX_COLUMNS);
    }

    /** Creates a table that remembers the paths of other than the usual number of columns. */
    ShapeTable(WriteCounters counters, int knownPaths) {
        this.counters = counters;
        this.knownPaths = new KnownPaths(knownPaths);
    }

    /** Returns the ordinal of a row's schema, {@link #NONE} or {@link #NO_PLACE}. */
    int find(RowScan row) {
        int mask = slots.length / 2 - 1;
        int slot = (int) row.hash() & mask;
        for (int others = 0; ordinal(slot) != NONE; slot = (slot + 1) & mask) {
            if (slots[2 * slot] == row.hash()) {
                if (isShape((int) slots[2 * slot + 1], row)) {
                    return ordinal(slot);
                }
                counters.collisions++;
                if (++others == MAX_PER_HASH) {
                    return NO_PLACE;
                }
            }
        }
        freeSlot = slot;
        return NONE;
    }

    /** Adds the schema of the row that was looked up last and not found. */
    void add(RowScan row, int ordinal) {
        int start = length;
        append(row); // before a slot refers to it
        slots[2 * freeSlot] = row.hash();
        slots[2 * freeSlot + 1] = (long) ordinal << Integer.SIZE | start;
        count++;
        if (8 * count > 3 * slots.length) {
            grow();
        }
    }

    private int ordinal(int slot) {
        return (int) (slots[2 * slot + 1] >>> Integer.SIZE);
    }

    private void grow() {
        long[] before = slots;
        slots = new long[2 * before.length];
        int mask = slots.length / 2 - 1;
        for (int i = 0; i < before.length; i += 2) {
            if (before[i + 1] >>> Integer.SIZE != NONE) {
                int slot = (int) before[i] & mask;
                while (ordinal(slot) != NONE) {
                    slot = (slot + 1) & mask;
                }
                slots[2 * slot] = before[i];
                slots[2 * slot + 1] = before[i + 1];
            }
        }
    }

    private void append(RowScan row) {
        appendInt(row.columnCount());
        for (int i = 0; i < row.columnCount(); i++) {
            appendInt(column(row, i));
            if (row.form(i) == ColumnForm.CELLS) {
                appendPaths(row, i);
            } else if (row.form(i) == ColumnForm.FROZEN_MAP) {
                appendKeys(row.frozenMap(i));
            }
        }
    }

    private static int column(RowScan row, int index) {
        return 8 * row.columnNumber(index) + row.form(index).code();
    }

    private void appendPaths(RowScan row, int column) {
        int end = row.firstCell(column + 1);
        appendInt(end - row.firstCell(column));
        int bytesAt = length;
        appendInt(0);
        appendInt(pathsCount++);
        int start = length;
        for (int cell = row.firstCell(column); cell < end; cell++) {
            ByteBuffer path = row.path(cell);
            appendInt(path.remaining());
            int at = reserve(path.remaining());
            path.get(path.position(), shapes, at, path.remaining());
        }
        INT.set(shapes, bytesAt, length - start);
    }

    private void appendKeys(FrozenMap map) {
        appendInt(map.count());
        int bytesAt = length;
        appendInt(0);
        if (templateCount == templates.length) {
            templates = Arrays.copyOf(templates, 2 * templateCount);
        }
        templates[templateCount] = map.template();
        appendInt(templateCount++);
        int start = length;
        for (int key = 0; key < map.count(); key++) {
            int at = reserve(Integer.BYTES + map.keyLength(key));
            map.copyLengthAndKey(key, shapes, at);
        }
        INT.set(shapes, bytesAt, length - start);
    }

    private boolean isShape(int start, RowScan row) {
        if (intAt(start) != row.columnCount()) {
            return false;
        }
        int at = start + Integer.BYTES;
        for (int i = 0; i < row.columnCount(); i++) {
            if (intAt(at) != column(row, i)) {
                return false;
            }
            at += Integer.BYTES;
            if (row.form(i).hasParts()) {
                boolean isSame = row.form(i) == ColumnForm.CELLS ? arePaths(at, row, i) : areKeys(at, row.frozenMap(i));
                if (!isSame) {
                    return false;
                }
                at += 3 * Integer.BYTES + intAt(at + Integer.BYTES);
            }
        }
        return true;
    }

    private boolean arePaths(int start, RowScan row, int column) {
        int first = row.firstCell(column);
        int end = row.firstCell(column + 1);
        if (intAt(start) != end - first) {
            return false;
        }
        int number = intAt(start + 2 * Integer.BYTES);
        if (knownPaths.are(number, row, first, end - first)) {
            return true;
        }
        int at = start + 3 * Integer.BYTES;
        for (int cell = first; cell < end; cell++) {
            ByteBuffer path = row.path(cell);
            int bytes = path.remaining();
            if (intAt(at) != bytes || !is(shapes, at + Integer.BYTES, path, bytes)) {
                return false;
            }
            at += Integer.BYTES + bytes;
        }
        knownPaths.remember(number, row, first, end - first);
        return true;
    }

    @SuppressWarnings("ReferenceEquality") // the keys of equal but different templates are compared
    private boolean areKeys(int start, FrozenMap map) {
        if (intAt(start) != map.count()) {
            return false;
        }
        FrozenMapTemplate template = map.template();
        int templateNumber = intAt(start + 2 * Integer.BYTES);
        if (template != null && template == templates[templateNumber]) {
            return true;
        }
        int at = start + 3 * Integer.BYTES;
        for (int key = 0; key < map.count(); key++) {
            if (!map.isLengthAndKey(key, shapes, at)) {
                return false;
            }
            at += Integer.BYTES + intAt(at);
        }
        templates[templateNumber] = template;
        return true;
    }

    /**
     * Returns whether the bytes of an array from {@code start} on are those of a buffer, which has {@code bytes} of
     * them.
     */
    private static boolean is(byte[] array, int start, ByteBuffer buffer, int bytes) {
        int at = start;
        int from = buffer.position();
        int end = start + bytes;
        if (buffer.order() == ByteOrder.BIG_ENDIAN) {
            for (; end - at >= Long.BYTES; at += Long.BYTES, from += Long.BYTES) {
                if ((long) LONG.get(array, at) != buffer.getLong(from)) {
                    return false;
                }
            }
        }
        for (; at < end; at++, from++) {
            if (array[at] != buffer.get(from)) {
                return false;
            }
        }
        return true;
    }

    private int intAt(int at) {
        return (int) INT.get(shapes, at);
    }

    private void appendInt(int value) {
        int at = reserve(Integer.BYTES); // before the array is read: this may replace it
        INT.set(shapes, at, value);
    }

    private int reserve(int bytes) {
        int at = length;
        if (shapes.length - at < bytes) {
            shapes = Arrays.copyOf(shapes, Math.max(Math.addExact(at, bytes), (int)
                    Math.min(2L * shapes.length, Integer.MAX_VALUE - 8)));
        }
        length = at + bytes;
        return at;
    }
}
