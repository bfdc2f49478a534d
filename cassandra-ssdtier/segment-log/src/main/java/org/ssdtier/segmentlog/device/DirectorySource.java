package org.ssdtier.segmentlog.device;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A source that opens a directory. Later opens succeed only if the directory is on the same device as at the first open: if the
 * file system was unmounted, the same path is on another device, which must not be filled. One thread at a time.
 */
public final class DirectorySource implements StorageSource {
    private final Path directory;
    private final FileOptions files;
    private final DirectoryKind kind;
    private final Function<Path, @Nullable String> deviceNames;
    private @Nullable String deviceName;

    /**
     * Creates a source.
     *
     * @param directory directory of the files
     * @param files use of the files
     * @param kind kind of the directory
     */
    public DirectorySource(Path directory, FileOptions files, DirectoryKind kind) {
        this(directory, files, kind, DirectorySource::deviceName);
    }

    /** Creates a source that uses the given function to get the device of a directory. */
    DirectorySource(
            Path directory, FileOptions files, DirectoryKind kind, Function<Path, @Nullable String> deviceNames) {
        this.directory = directory.toAbsolutePath();
        this.files = files;
        this.kind = kind;
        this.deviceNames = deviceNames;
    }

    @Override
    public Storage open() throws IOException {
        requireDevice();
        Storage storage = FileStorage.open(directory, files, kind);
        boolean isKept = false;
        try {
            String now = requireDevice(); // it may have been unmounted meanwhile
            deviceName = now;
            isKept = true;
            return storage;
        } finally {
            if (!isKept) {
                storage.close();
            }
        }
    }

    /** Returns the device of the directory, which is that of the first open. */
    private @Nullable String requireDevice() throws StorageException {
        String before = deviceName;
        String now = deviceNames.apply(directory);
        if (before != null && !before.equals(now)) {
            throw new StorageException(
                    "directory=" + directory + ": is now on device=" + now + ", was on device=" + before
                            + "; is it mounted?",
                    null);
        }
        return now;
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
