package org.ssdtier.rowcache.index;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.ref.Cleaner;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.Buffer;
import java.nio.ByteBuffer;

/**
 * Static methods to allocate and access memory outside the heap, by address.
 *
 * <p>Memory comes from the C allocator and not from {@link ByteBuffer#allocateDirect}: the images and the index must
 * not compete with the node's network buffers for {@code MaxDirectMemorySize}, and need neither zeroing nor a cleaner
 * each. {@code sun.misc.Unsafe} is called through constant method handles, which the compiler inlines to the same
 * instructions.
 *
 * <p>No method checks an address; the caller must own the memory it accesses.
 */
public final class OffHeap {
    private static final Object UNSAFE;
    private static final MethodHandle ALLOCATE;
    private static final MethodHandle FREE;
    private static final MethodHandle SET;
    private static final MethodHandle COPY;
    private static final MethodHandle GET_BYTE;
    private static final MethodHandle PUT_BYTE;
    private static final MethodHandle GET_INT;
    private static final MethodHandle PUT_INT;
    private static final MethodHandle GET_LONG;
    private static final MethodHandle PUT_LONG;
    private static final MethodHandle GET_LONG_VOLATILE;
    private static final MethodHandle CAS_LONG;
    private static final MethodHandle PUT_LONG_FIELD;
    private static final MethodHandle PUT_INT_FIELD;
    /** The bytes of a reference on this JVM's heap. */
    public static final int REFERENCE_BYTES;

    private static final long ADDRESS_OFFSET;
    private static final long LIMIT_OFFSET;
    private static final long CAPACITY_OFFSET;
    private static final long BYTES_OFFSET;
    private static final Cleaner CLEANER = Cleaner.create();
    private static final ByteBuffer TEMPLATE = ByteBuffer.allocateDirect(0);

    static {
        try {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            Field instance = type.getDeclaredField("theUnsafe");
            instance.setAccessible(true);
            UNSAFE = instance.get(null);
            ALLOCATE = bind("allocateMemory", long.class);
            FREE = bind("freeMemory", long.class);
            SET = bind("setMemory", long.class, long.class, byte.class);
            COPY = bind("copyMemory", Object.class, long.class, Object.class, long.class, long.class);
            GET_BYTE = bind("getByte", long.class);
            PUT_BYTE = bind("putByte", long.class, byte.class);
            GET_INT = bind("getInt", long.class);
            PUT_INT = bind("putInt", long.class, int.class);
            GET_LONG = bind("getLong", long.class);
            PUT_LONG = bind("putLong", long.class, long.class);
            GET_LONG_VOLATILE = bind("getLongVolatile", Object.class, long.class);
            CAS_LONG = bind("compareAndSwapLong", Object.class, long.class, long.class, long.class);
            PUT_LONG_FIELD = bind("putLong", Object.class, long.class, long.class);
            PUT_INT_FIELD = bind("putInt", Object.class, long.class, int.class);
            MethodHandle fieldOffset = bind("objectFieldOffset", Field.class);
            ADDRESS_OFFSET = (long) fieldOffset.invoke(Buffer.class.getDeclaredField("address"));
            LIMIT_OFFSET = (long) fieldOffset.invoke(Buffer.class.getDeclaredField("limit"));
            CAPACITY_OFFSET = (long) fieldOffset.invoke(Buffer.class.getDeclaredField("capacity"));
            REFERENCE_BYTES = (int) bind("arrayIndexScale", Class.class).invoke(Object[].class);
            BYTES_OFFSET = (int) bind("arrayBaseOffset", Class.class).invoke(byte[].class);
        } catch (Throwable e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private OffHeap() {}

    /** Allocates {@code bytes} bytes of undefined content, 16-byte aligned, and returns their address. */
    public static long allocate(long bytes) {
        try {
            return (long) ALLOCATE.invokeExact(bytes);
        } catch (Throwable e) {
            throw failure(e);
        }
    }

    /** Allocates as {@link #allocate} does; the memory is freed when {@code owner} is unreachable. */
    static long allocateFor(Object owner, long bytes) {
        long address = allocate(bytes);
        CLEANER.register(owner, () -> free(address));
        return address;
    }

    /** Frees a block; it must not be used afterwards. */
    public static void free(long address) {
        try {
            FREE.invokeExact(address);
        } catch (Throwable e) {
            throw failure(e);
        }
    }

    static void zero(long address, long bytes) {
        try {
            SET.invokeExact(address, bytes, (byte) 0);
        } catch (Throwable e) {
            throw failure(e);
        }
    }

    /** Copies the remaining bytes of a buffer, heap or direct, without changing its position. */
    public static void copy(ByteBuffer from, long to) {
        view(to, from.remaining()).put(from.duplicate());
    }

    /** Copies all bytes of an array to an address. */
    public static void copy(byte[] from, long to) {
        try {
            COPY.invokeExact((Object) from, BYTES_OFFSET, (Object) null, to, (long) from.length);
        } catch (Throwable e) {
            throw failure(e);
        }
    }

    /** Fills an array with the bytes at an address. */
    public static void copy(long from, byte[] to) {
        try {
            COPY.invokeExact((Object) null, from, (Object) to, BYTES_OFFSET, (long) to.length);
        } catch (Throwable e) {
            throw failure(e);
        }
    }

    /** Returns the byte at an address, by a plain read. */
    public static byte getByte(long address) {
        try {
            return (byte) GET_BYTE.invokeExact(address);
        } catch (Throwable e) {
            throw failure(e);
        }
    }

    /** Writes a byte to an address, by a plain write. */
    public static void putByte(long address, byte value) {
        try {
            PUT_BYTE.invokeExact(address, value);
        } catch (Throwable e) {
            throw failure(e);
        }
    }

    /** Returns the 32-bit number at an address, by a plain read. */
    public static int getInt(long address) {
        try {
            return (int) GET_INT.invokeExact(address);
        } catch (Throwable e) {
            throw failure(e);
        }
    }

    /** Writes a 32-bit number to an address, by a plain write. */
    public static void putInt(long address, int value) {
        try {
            PUT_INT.invokeExact(address, value);
        } catch (Throwable e) {
            throw failure(e);
        }
    }

    static long getLong(long address) {
        try {
            return (long) GET_LONG.invokeExact(address);
        } catch (Throwable e) {
            throw failure(e);
        }
    }

    static void putLong(long address, long value) {
        try {
            PUT_LONG.invokeExact(address, value);
        } catch (Throwable e) {
            throw failure(e);
        }
    }

    static long getLongVolatile(long address) {
        try {
            return (long) GET_LONG_VOLATILE.invokeExact((Object) null, address);
        } catch (Throwable e) {
            throw failure(e);
        }
    }

    static boolean compareAndSetLong(long address, long expected, long value) {
        try {
            return (boolean) CAS_LONG.invokeExact((Object) null, address, expected, value);
        } catch (Throwable e) {
            throw failure(e);
        }
    }

    /** Returns whether the bytes at {@code address} equal those of {@code bytes}. */
    public static boolean matches(long address, byte[] bytes) {
        int length = bytes.length;
        int offset = 0;
        for (; offset + Long.BYTES <= length; offset += Long.BYTES) {
            if (getLong(address + offset) != KeyHash.nativeLong(bytes, offset)) {
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
        try {
            PUT_LONG_FIELD.invokeExact((Object) view, ADDRESS_OFFSET, address);
            PUT_INT_FIELD.invokeExact((Object) view, LIMIT_OFFSET, bytes);
            PUT_INT_FIELD.invokeExact((Object) view, CAPACITY_OFFSET, bytes);
        } catch (Throwable e) {
            throw failure(e);
        }
        return view;
    }

    private static MethodHandle bind(String name, Class<?>... parameters) throws ReflectiveOperationException {
        Method method = UNSAFE.getClass().getMethod(name, parameters);
        return MethodHandles.lookup().unreflect(method).bindTo(UNSAFE);
    }

    private static RuntimeException failure(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(cause);
    }
}
