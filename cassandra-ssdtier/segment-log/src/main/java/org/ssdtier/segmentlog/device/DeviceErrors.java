package org.ssdtier.segmentlog.device;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** The errors of a device or of the file system on it, as opposed to those of a wrong path, owner or mode. */
public final class DeviceErrors {
    /** The texts of EIO, EREMOTEIO, EUCLEAN, EBADMSG, ENODEV, ENXIO, ENOTCONN and ESTALE, which is all that the JDK tells. */
    private static final List<String> TEXTS = List.of(
            "input/output error",
            "remote i/o error",
            "structure needs cleaning",
            "bad message",
            "no such device",
            "transport endpoint is not connected",
            "stale file handle");

    /** The text of EROFS. A file system becomes read-only after an error of its device; an operator may also have set it so. */
    private static final String READ_ONLY = "read-only file system";

    private DeviceErrors() {}

    /** Returns whether a failure, or one of its causes, is an error of a device. */
    public static boolean isOfDevice(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (TEXTS.stream().anyMatch(text(cause)::contains)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a failure is an error of a device, or that its file system is read-only. */
    static boolean isOfDeviceOrReadOnly(IOException failure) {
        return isOfDevice(failure) || text(failure).contains(READ_ONLY);
    }

    private static String text(Throwable failure) {
        return String.valueOf(failure.getMessage()).toLowerCase(Locale.ROOT);
    }
}
