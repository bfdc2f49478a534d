package org.ssdtier.benchmarks.device;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A request for an emulated device.
 *
 * @param name name of the device: letters, digits, dots and dashes
 * @param profile kind of drive
 * @param spindles number of drives in the RAID-0
 * @param sizeBytes size of the device; the full stroke of a head spans this size
 * @param imageDirectory directory for the data file; null for the directory of the device's record
 * @param base file with the data that the device begins with, see {@link EmulatedDevice#toBase}; null for an empty device
 * @param traceFile file for a trace of each request (nanoseconds, R/W/F, offset, length, nanoseconds taken); null for
 *     no trace
 * @param isKept whether the device is kept when this program ends
 */
public record DeviceRequest(
        String name,
        DeviceProfile profile,
        int spindles,
        long sizeBytes,
        @Nullable Path imageDirectory,
        @Nullable Path base,
        @Nullable Path traceFile,
        boolean isKept) {
    private static final long MIN_BYTES = 64L << 20;

    /**
     * Checks the request.
     *
     * @throws IllegalArgumentException if no machine can satisfy the request
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

    /** Returns a request for a device that is removed when this program ends. */
    public static DeviceRequest of(String name, DeviceProfile profile, int spindles, long sizeBytes) {
        return new DeviceRequest(name, profile, spindles, sizeBytes, null, null, null, false);
    }

    /** Returns this request for a device that begins with the data of another one of the same size. */
    public DeviceRequest onBase(Path newBase) {
        return new DeviceRequest(name, profile, spindles, sizeBytes, imageDirectory, newBase, traceFile, isKept);
    }
}
