package org.ssdtier.segmentlog.device;

import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Static methods to reserve the blocks of a file with {@code posix_fallocate(3)} and to release them with
 * {@code fallocate(2)}, which the JDK does not offer.
 */
final class NativeAllocation {
    private static final int O_RDWR = 2;
    private static final int ENOSPC = 28;
    private static final int EDQUOT = 122;
    /** FALLOC_FL_KEEP_SIZE and FALLOC_FL_PUNCH_HOLE. */
    private static final int PUNCH_HOLE = 0x01 | 0x02;

    private static final @Nullable LibC LIB_C = load();

    private NativeAllocation() {}

    /** A JNA binding of the three functions of the C library that are used here. */
    interface LibC extends Library {
        int open(String path, int flags);

        int close(int descriptor);

        // JNA looks up functions by their C names.
        @SuppressWarnings("checkstyle:MethodName")
        int posix_fallocate(int descriptor, NativeLong offset, NativeLong length);

        int fallocate(int descriptor, int mode, NativeLong offset, NativeLong length);
    }

    private static @Nullable LibC load() {
        try {
            boolean linux = System.getProperty("os.name", "").startsWith("Linux");
            return linux && NativeLong.SIZE == 8 ? Native.load("c", LibC.class) : null;
        } catch (LinkageError missing) {
            return null; // no JNA, or none for this machine: the caller writes zeros instead
        }
    }

    /**
     * Reserves blocks from offset 0.
     *
     * @return whether the blocks were reserved; false if this machine or file system does not support it
     * @throws NoSpaceException when the file system is full
     */
    static boolean reserve(Path file, long sizeBytes) throws IOException {
        if (LIB_C == null) {
            return false;
        }
        int descriptor = LIB_C.open(file.toString(), O_RDWR);
        if (descriptor < 0) {
            return false;
        }
        try {
            int error = LIB_C.posix_fallocate(descriptor, new NativeLong(0), new NativeLong(sizeBytes));
            if (error == ENOSPC || error == EDQUOT) {
                throw new NoSpaceException("file=" + file + " sizeBytes=" + sizeBytes + ": no space to preallocate");
            }
            return error == 0;
        } finally {
            LIB_C.close(descriptor);
        }
    }

    /**
     * Releases blocks from offset 0. The file keeps its size and reads as zeros there.
     *
     * @return whether the blocks were released; false if this machine or file system does not support it
     */
    static boolean punch(Path file, long sizeBytes) {
        if (LIB_C == null) {
            return false;
        }
        int descriptor = LIB_C.open(file.toString(), O_RDWR);
        if (descriptor < 0) {
            return false;
        }
        try {
            return LIB_C.fallocate(descriptor, PUNCH_HOLE, new NativeLong(0), new NativeLong(sizeBytes)) == 0;
        } finally {
            LIB_C.close(descriptor);
        }
    }
}
