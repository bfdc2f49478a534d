package org.ssdtier.rowcache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.device.FileOptions;
import org.ssdtier.segmentlog.device.FileStorage;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.device.StorageException;

/**
 * A source that opens the directory of the SSD tier. Later opens succeed only if the directory is on the same device as
 * at the first open: if the file system was unmounted, the same path is on another device, which must not be filled.
 * One thread at a time.
 */
final class DirectorySource implements StorageSource {
    private final Path directory;
    private final FileOptions files;
    private final Function<Path, @Nullable String> deviceNames;
    private @Nullable String deviceName;

    DirectorySource(Path directory, FileOptions files) {
        this(directory, files, DirectorySource::deviceName);
    }

    /** Creates a source that uses the given function to get the device of a directory. */
    DirectorySource(Path directory, FileOptions files, Function<Path, @Nullable String> deviceNames) {
        this.directory = directory.toAbsolutePath();
        this.files = files;
        this.deviceNames = deviceNames;
    }

    @Override
    public Storage open() throws IOException {
        String before = deviceName;
        String now = deviceNames.apply(directory);
        if (before != null && !before.equals(now)) {
            throw new StorageException(
                    "directory=" + directory + ": is now on device=" + now + ", was on device=" + before
                            + "; is it mounted?",
                    null);
        }
        Storage storage = FileStorage.open(directory, files, SsdOptions.DIRECTORY_KIND);
        deviceName = deviceNames.apply(directory);
        return storage;
    }

    /** Returns the device of a directory, or of its nearest existing parent; null if the system does not report it. */
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
