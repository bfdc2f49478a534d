package org.ssdtier.segmentlog.device;

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

    private DeviceErrors() {}

    /** Returns whether a failure, or one of its causes, is an error of a device. */
    public static boolean isOfDevice(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            String message = String.valueOf(cause.getMessage()).toLowerCase(Locale.ROOT);
            if (TEXTS.stream().anyMatch(message::contains)) {
                return true;
            }
        }
        return false;
    }
}
