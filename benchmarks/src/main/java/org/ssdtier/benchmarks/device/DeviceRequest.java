package org.ssdtier.benchmarks.device;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What an emulated device is to be.
 *
 * @param name of the device: letters, digits, dots and dashes
 * @param profile what kind of drive
 * @param spindles drives in the RAID-0
 * @param sizeBytes of the device; the full stroke of a head is this size
 * @param imageDirectory where the file with the data goes; null: beside the device's record
 * @param traceFile where the drive notes each request (nanoseconds, R/W/F, offset, length, nanoseconds taken); null: nowhere
 * @param isKept whether it stays when this program ends
 */
public record DeviceRequest(
        String name,
        DeviceProfile profile,
        int spindles,
        long sizeBytes,
        @Nullable Path imageDirectory,
        @Nullable Path traceFile,
        boolean isKept) {
    private static final long MIN_BYTES = 64L << 20;

    /**
     * Checks the request.
     *
     * @throws IllegalArgumentException if it cannot be met anywhere
     */
    public DeviceRequest {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9.-]{0,40}")) {
            throw new IllegalArgumentException("name=" + name + ": allowed are letters, digits, dots and dashes");
        }
        if (sizeBytes < MIN_BYTES) {
            throw new IllegalArgumentException(
                    "size=" + sizeBytes + ": allowed is " + ByteSize.format(MIN_BYTES) + " or more");
        }
        profile.checkSpindles(spindles);
    }

    /** A device that ends with this program. */
    public static DeviceRequest of(String name, DeviceProfile profile, int spindles, long sizeBytes) {
        return new DeviceRequest(name, profile, spindles, sizeBytes, null, null, false);
    }
}
