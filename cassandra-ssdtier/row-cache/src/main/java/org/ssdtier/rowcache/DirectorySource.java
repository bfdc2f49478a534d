package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.DirectIo;
import org.ssdtier.segmentlog.device.FileStorage;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.device.StorageException;

/**
 * Opens the directory of the SSD tier, the second time only on the device that it was on the first time: where a mount has
 * gone, the same path leads to another device, which is not to be filled. One thread at a time.
 */
final class DirectorySource implements TieredCacheOptions.StorageSource {
    private final Path directory;
    private final DirectIo directIo;
    private final Function<Path, @Nullable String> deviceNames;
    private @Nullable String deviceName;

    DirectorySource(Path directory, DirectIo directIo) {
        this(directory, directIo, DirectorySource::deviceName);
    }

    /** Makes a source that asks somebody else for the device of a directory. */
    DirectorySource(Path directory, DirectIo directIo, Function<Path, @Nullable String> deviceNames) {
        this.directory = directory.toAbsolutePath();
        this.directIo = directIo;
        this.deviceNames = deviceNames;
    }

    @Override
    public Storage open() throws IOException {
        String before = deviceName;
        String now = deviceNames.apply(directory);
        if (before != null && !before.equals(now)) {
            throw new StorageException(
                    "directory=" + directory + ": is on device=" + now + " now and was on device=" + before
                            + "; is it mounted?",
                    null);
        }
        Storage storage = FileStorage.open(directory, directIo, SsdOptions.DIRECTORY_KIND);
        deviceName = deviceNames.apply(directory);
        return storage;
    }

    /** Returns the device of a directory, or of what is there of its path; null where the system does not tell. */
    static @Nullable String deviceName(Path directory) {
        for (Path path = directory; path != null; path = path.getParent()) {
            if (Files.exists(path)) {
                try {
                    return Files.getFileStore(path).name();
                } catch (IOException | SecurityException untold) {
                    return null;
                }
            }
        }
        return null;
    }
}
