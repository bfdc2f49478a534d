package org.ssdtier.node.lifetimes;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.ptr.LongByReference;
import org.jspecify.annotations.Nullable;

/**
 * Static methods to set and get the expected lifetime of a file with {@code fcntl(2)}, which the JDK does not offer. The kernel
 * keeps it in the inode, for every descriptor and mapping of the file, as long as the inode is in memory: at least while any
 * descriptor is open. It is therefore set through a descriptor of its own, so that no descriptor of Cassandra or of the JDK is
 * needed. Closing it releases the POSIX locks of the process on the file; none of the files has any.
 */
public final class WriteHints {
    private static final int F_GET_RW_HINT = 1024 + 11;
    private static final int F_SET_RW_HINT = 1024 + 12;
    /** O_RDONLY and O_CLOEXEC. */
    private static final int OPEN_FLAGS = 0x80000;

    private static final @Nullable LibC LIB_C = load();

    private WriteHints() {}

    /** The binding of the functions needed of the C library. */
    interface LibC extends Library {
        int open(String path, int flags) throws LastErrorException;

        int close(int descriptor);

        /** Takes a pointer to an unsigned 64-bit number; declared as variable arguments because the function is. */
        int fcntl(int descriptor, int command, Object... argument) throws LastErrorException;
    }

    private static @Nullable LibC load() {
        try {
            boolean isLinux = System.getProperty("os.name", "").startsWith("Linux");
            return isLinux && Native.POINTER_SIZE == 8 ? Native.load("c", LibC.class) : null;
        } catch (LinkageError missing) {
            return null; // no JNA, or none for this machine
        }
    }

    /**
     * Sets the lifetime of a file.
     *
     * @return the reason why it was not set; null if it was
     */
    public static @Nullable String set(String file, Lifetime lifetime) {
        return call(file, F_SET_RW_HINT, new LongByReference(lifetime.value()));
    }

    /**
     * Returns the lifetime of a file: {@link Lifetime#NOT_SET}, or the value of a {@link Lifetime}.
     *
     * @throws IllegalStateException if it cannot be read
     */
    public static long get(String file) {
        LongByReference value = new LongByReference();
        String failure = call(file, F_GET_RW_HINT, value);
        if (failure != null) {
            throw new IllegalStateException("file=" + file + ": the lifetime cannot be read: " + failure);
        }
        return value.getValue();
    }

    private static @Nullable String call(String file, int command, LongByReference value) {
        LibC libC = LIB_C;
        if (libC == null) {
            return "needs 64-bit Linux and JNA";
        }
        try {
            int descriptor = libC.open(file, OPEN_FLAGS);
            try {
                libC.fcntl(descriptor, command, value);
                return null;
            } finally {
                libC.close(descriptor);
            }
        } catch (LastErrorException e) {
            return String.valueOf(e.getMessage());
        }
    }
}
