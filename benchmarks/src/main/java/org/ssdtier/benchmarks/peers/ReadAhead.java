package org.ssdtier.benchmarks.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The read-ahead of a directory's disk, set for the time of a run, also for other users of the disk: a peer that maps its files reads
 * as much at each fault. Without the right to set it, it stays as it is.
 */
final class ReadAhead implements AutoCloseable {
    private static final String UNKNOWN = "unknown";

    private final @Nullable Path setting;
    private final String before;
    private final Thread restoring = new Thread(this::restore, "read-ahead-restore");

    private ReadAhead(@Nullable Path setting, String before) {
        this.setting = setting;
        this.before = before;
        Runtime.getRuntime().addShutdownHook(restoring);
    }

    /**
     * Sets the read-ahead until the result is closed, or the process ends.
     *
     * @param directory a directory, which need not be there yet
     * @param kib KiB to read ahead, 0 for none
     * @param progress receives the reason if that is not possible
     */
    static ReadAhead set(Path directory, int kib, Consumer<String> progress) {
        Path setting = setting(directory);
        ReadAhead set = new ReadAhead(setting, read(setting));
        try {
            set.write(Integer.toString(kib));
        } catch (IOException e) {
            progress.accept("read-ahead stays at KiB=" + set.kib() + ": " + e);
        }
        return set;
    }

    /** Returns the KiB that are read ahead now, in words if that is unknown. */
    String kib() {
        return read(setting);
    }

    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(restoring);
        } catch (IllegalStateException e) {
            return; // the process ends, and the hook restores it
        }
        restore();
    }

    private void restore() {
        try {
            if (!before.equals(UNKNOWN) && !before.equals(kib())) {
                write(before);
            }
        } catch (IOException e) {
            throw new IllegalStateException("file=" + setting + ": cannot be set back to " + before, e);
        }
    }

    private void write(String kib) throws IOException {
        if (setting == null || before.equals(UNKNOWN)) {
            throw new IOException("the disk of the directory is unknown");
        }
        Files.writeString(setting, kib);
    }

    private static String read(@Nullable Path setting) {
        try {
            return setting == null ? UNKNOWN : Files.readString(setting).strip();
        } catch (IOException e) {
            return UNKNOWN;
        }
    }

    /** Returns the file of the setting; null if the directory is on no disk. */
    private static @Nullable Path setting(Path directory) {
        try {
            Path existing = directory.toAbsolutePath();
            while (!Files.exists(existing)) {
                existing = existing.getParent();
            }
            long device = (Long) Files.getAttribute(existing, "unix:dev");
            String number = ((device >> 8) & 0xFFF) + ":" + ((device & 0xFF) | ((device >> 12) & 0xFFF00));
            Path block = Path.of("/sys/dev/block", number).toRealPath();
            Path disk = Files.exists(block.resolve("partition")) ? block.getParent() : block;
            return disk.resolve("queue/read_ahead_kb");
        } catch (IOException | UnsupportedOperationException e) {
            return null;
        }
    }
}
