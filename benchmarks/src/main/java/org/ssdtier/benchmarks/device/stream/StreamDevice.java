package org.ssdtier.benchmarks.device.stream;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.Device;
import org.ssdtier.benchmarks.device.DeviceCounters;
import org.ssdtier.benchmarks.device.DeviceRegistry;
import org.ssdtier.benchmarks.device.DeviceRequest;
import org.ssdtier.benchmarks.device.EmulatedDevice;
import org.ssdtier.benchmarks.device.FlashCounters;
import org.ssdtier.benchmarks.device.StreamPrograms;

/**
 * A file system on an emulated SSD with streams, mounted with {@code discard}, and the resolver beside it. The maker closes
 * it after all programs with files on it have ended.
 */
public final class StreamDevice implements Device {
    private final EmulatedDevice device;
    private final StreamPrograms programs;
    private final Path directory;

    private StreamDevice(EmulatedDevice device, StreamPrograms programs, Path directory) {
        this.device = device;
        this.programs = programs;
        this.directory = directory;
    }

    /**
     * Makes a device; its model is off.
     *
     * @param name name of the device
     * @param trace file for a block trace, overwritten; null for none
     */
    public static StreamDevice up(
            DeviceRegistry host, String name, FlashDrive drive, long sizeBytes, @Nullable Path trace)
            throws IOException {
        Path directory = Files.createTempDirectory("ssdtier");
        Path socket = directory.resolve("resolver");
        Map<String, String> words = new TreeMap<>();
        words.put("resolver", socket.toString());
        if (trace != null) {
            words.put("record", trace.toAbsolutePath().toString());
        }
        EmulatedDevice device =
                host.up(DeviceRequest.of(name, drive.toProfile(host.profile(FlashDrive.PROFILE), words), 1, sizeBytes));
        StreamDevice made = new StreamDevice(device, host.streamPrograms(), directory);
        try {
            made.begin(socket);
            return made;
        } catch (IOException | RuntimeException e) {
            try {
                made.close();
            } catch (IOException alsoFailed) {
                e.addSuppressed(alsoFailed);
            }
            throw e;
        }
    }

    /** Makes discard the file system's default, so that it survives every remount, and starts the resolver. */
    private void begin(Path socket) throws IOException {
        programs.require("tune2fs", "-o", "discard", device.blockDevice().toString());
        device.dropPageCache();
        programs.startResolver(socket, device.mountPoint(), directory.resolve("resolver.log"));
    }

    @Override
    public String mode() {
        return device.mode();
    }

    @Override
    public Path mountPoint() {
        return device.mountPoint();
    }

    @Override
    public void modelOn() throws IOException {
        device.modelOn();
    }

    @Override
    public void modelOff() throws IOException {
        device.modelOff();
    }

    @Override
    public void dropPageCache() throws IOException {
        sync();
        device.dropPageCache();
    }

    @Override
    public DeviceCounters counters() throws IOException {
        return device.counters();
    }

    @Override
    public FlashCounters flash() throws IOException {
        return device.flash();
    }

    /** Returns the counters of owners, hints and streams since the device was made. */
    public StreamFigures streams() throws IOException {
        return StreamFigures.parse(Files.readString(device.flashFile()));
    }

    /** Writes dirty pages back while their files can still be found. */
    public void sync() throws IOException {
        programs.require("sync", "--file-system", device.mountPoint().toString());
    }

    @Override
    public void close() throws IOException {
        try {
            if (Files.isDirectory(device.mountPoint())) {
                sync();
            }
        } finally {
            device.close();
            Files.deleteIfExists(directory.resolve("resolver"));
            Files.deleteIfExists(directory.resolve("resolver.log"));
            Files.deleteIfExists(directory);
        }
    }
}
