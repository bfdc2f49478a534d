package org.ssdtier.rowcache.index;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.Cleaner;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import net.openhft.chronicle.core.UnsafeMemory;

/**
 * Static methods to allocate and access memory outside the heap, by address, on Chronicle's {@link UnsafeMemory}.
 *
 * <p>Memory comes from the C allocator and not from {@link ByteBuffer#allocateDirect}: the images and the index must
 * not compete with the node's network buffers for {@code MaxDirectMemorySize}, and need neither zeroing nor a cleaner
 * each. For the same reason an image is an address and not a Chronicle {@code BytesStore}: a store is an object of its
 * own with a reference counter, more than 100 bytes of heap per row.
 *
 * <p>No method checks an address; the caller must own the memory it accesses.
 */
public final class OffHeap {
    private static final long ZEROED_AT_ONCE = 16 << 20;
    private static final UnsafeMemory MEMORY = UnsafeMemory.MEMORY;
    private static final Cleaner CLEANER = Cleaner.create();
    private static final ByteBuffer TEMPLATE = ByteBuffer.allocateDirect(0);
    private static final long ADDRESS_OFFSET = offset("address");
    private static final long LIMIT_OFFSET = offset("limit");
    private static final long CAPACITY_OFFSET = offset("capacity");

    /** The bytes of a reference on this JVM's heap. */
    public static final int REFERENCE_BYTES = usesCompressedReferences() ? Integer.BYTES : Long.BYTES;

    private OffHeap() {}

    /** Allocates {@code bytes} bytes of undefined content, 16-byte aligned, and returns their address. */
    public static long allocate(long bytes) {
        assert bytes > 0 : "bytes=" + bytes;
        return MEMORY.allocate(bytes);
    }

    /** Allocates as {@link #allocate} does; the memory is freed when {@code owner} is unreachable. */
    static long allocateFor(Object owner, long bytes) {
        long address = allocate(bytes);
        CLEANER.register(owner, () -> free(address, bytes));
        return address;
    }

    /** Frees a block of {@code bytes} bytes; it must not be used afterwards. */
    public static void free(long address, long bytes) {
        assert address != 0 && bytes > 0 : "address=" + address + " bytes=" + bytes;
        MEMORY.freeMemory(address, bytes);
    }

    /** Overwrites memory with zeros, in pieces: the JVM cannot reach a safepoint within one. */
    static void zero(long address, long bytes) {
        for (long at = 0; at < bytes; at += ZEROED_AT_ONCE) {
            MEMORY.setMemory(address + at, Math.min(ZEROED_AT_ONCE, bytes - at), (byte) 0);
        }
    }

    /** Copies the remaining bytes of a buffer, heap or direct, without changing its position. */
    public static void copy(ByteBuffer from, long to) {
        view(to, from.remaining()).put(from.duplicate());
    }

    /** Copies all bytes of an array to an address. */
    public static void copy(byte[] from, long to) {
        MEMORY.copyMemory(from, 0, to, from.length);
    }

    /** Returns the byte at an address, by a plain read. */
    public static byte getByte(long address) {
        return MEMORY.readByte(address);
    }

    /** Writes a byte to an address, by a plain write. */
    public static void putByte(long address, byte value) {
        MEMORY.writeByte(address, value);
    }

    /** Returns the 32-bit number at an address, by a plain read. */
    public static int getInt(long address) {
        return MEMORY.readInt(address);
    }

    /** Writes a 32-bit number to an address, by a plain write. */
    public static void putInt(long address, int value) {
        MEMORY.writeInt(address, value);
    }

    static long getLongVolatile(long address) {
        return MEMORY.readVolatileLong(address);
    }

    static boolean compareAndSetLong(long address, long expected, long value) {
        return MEMORY.compareAndSwapLong(address, expected, value);
    }

    /** Returns whether the bytes at {@code address} equal those of {@code bytes}. */
    public static boolean matches(long address, byte[] bytes) {
        int length = bytes.length;
        int offset = 0;
        for (; offset + Long.BYTES <= length; offset += Long.BYTES) {
            if (MEMORY.readLong(address + offset) != KeyHash.nativeLong(bytes, offset)) {
                return false;
            }
        }
        for (; offset < length; offset++) {
            if (getByte(address + offset) != bytes[offset]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns a big-endian direct buffer over the memory; the caller keeps the memory allocated while the buffer is in
     * use.
     */
    public static ByteBuffer view(long address, int bytes) {
        ByteBuffer view = TEMPLATE.duplicate();
        UnsafeMemory.unsafePutLong(view, ADDRESS_OFFSET, address);
        UnsafeMemory.unsafePutInt(view, LIMIT_OFFSET, bytes);
        UnsafeMemory.unsafePutInt(view, CAPACITY_OFFSET, bytes);
        return view;
    }

    private static long offset(String field) {
        try {
            return UnsafeMemory.unsafeObjectFieldOffset(Buffer.class.getDeclaredField(field));
        } catch (NoSuchFieldException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static boolean usesCompressedReferences() {
        HotSpotDiagnosticMXBean vm = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
        return Boolean.parseBoolean(vm.getVMOption("UseCompressedOops").getValue());
    }
}
