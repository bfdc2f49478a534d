package org.ssdtier.benchmarks.peers;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The memory control group of one peer, version 1 or 2. Its limit moves: none while the peer is filled, then what the peer has
 * in memory and no file plus the page cache that it is granted.
 */
final class CappedGroup implements AutoCloseable {
    private static final Path MOUNT = Path.of("/sys/fs/cgroup");
    private static final String PREFIX = "ssdtier-peers-";
    private static final int ATTEMPTS = 20;
    private static final long PAUSE_MILLIS = 50;

    private final Path directory;
    private final boolean isVersion1;
    private final Thread atExit = new Thread(this::removeIfEmpty, "remove-memory-group");

    private CappedGroup(Path directory, boolean isVersion1) {
        this.directory = directory;
        this.isVersion1 = isVersion1;
    }

    /** Makes a group; empty where that is not possible: without root, without control groups. */
    static Optional<CappedGroup> make(String name) {
        boolean isVersion1 = Files.isDirectory(MOUNT.resolve("memory"));
        Path parent = isVersion1 ? MOUNT.resolve("memory") : MOUNT;
        CappedGroup group =
                new CappedGroup(parent.resolve(PREFIX + ProcessHandle.current().pid() + "-" + name), isVersion1);
        try {
            removeLeftovers(parent);
            if (!isVersion1) {
                Files.writeString(MOUNT.resolve("cgroup.subtree_control"), "+memory");
            }
            Files.createDirectory(group.directory);
            Runtime.getRuntime().addShutdownHook(group.atExit);
            if (Files.isWritable(group.limitFile())) {
                return Optional.of(group);
            }
            group.close();
            return Optional.empty();
        } catch (IOException notAllowed) {
            return Optional.empty();
        }
    }

    /** The same command, run inside the group from its first moment on. */
    static List<String> inside(@Nullable CappedGroup group, List<String> command) {
        if (group == null) {
            return command;
        }
        List<String> wrapped = new ArrayList<>(List.of(
                "sh",
                "-c",
                "echo $$ > \"$0\" && exec \"$@\"",
                group.directory.resolve("cgroup.procs").toString()));
        wrapped.addAll(command);
        return wrapped;
    }

    /** Grants so much page cache above what the group's processes have in memory now. */
    void cap(long pageCacheBytes) throws IOException, InterruptedException {
        long used = Long.parseLong(
                Files.readString(directory.resolve(isVersion1 ? "memory.usage_in_bytes" : "memory.current"))
                        .strip());
        setLimit(Long.toString(used - pageCache() + pageCacheBytes));
    }

    /** Ends {@link #cap}. */
    void lift() throws IOException, InterruptedException {
        setLimit(isVersion1 ? "-1" : "max");
    }

    /** The page cache that is charged to the group now, bytes. */
    long pageCache() throws IOException {
        String name = isVersion1 ? "total_cache " : "file ";
        return Files.readAllLines(directory.resolve("memory.stat")).stream()
                .filter(line -> line.startsWith(name))
                .mapToLong(line -> Long.parseLong(line.substring(name.length()).strip()))
                .sum();
    }

    /** Removes the group; its processes must have ended. Idempotent. */
    @Override
    public void close() throws IOException {
        remove();
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException exiting) {
            return;
        }
    }

    /** Removes the empty groups of runs that have ended without doing so. */
    private static void removeLeftovers(Path parent) throws IOException {
        try (DirectoryStream<Path> groups = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path group : groups) {
                long owner = Long.parseLong(group.getFileName().toString().split("-", -1)[2]);
                if (ProcessHandle.of(owner).isEmpty()) {
                    new CappedGroup(group, true).removeIfEmpty();
                }
            }
        }
    }

    private void removeIfEmpty() {
        try {
            remove();
        } catch (IOException stillInUse) {
            return; // the next run removes it
        }
    }

    private void remove() throws IOException {
        for (int attempt = 1; Files.isDirectory(directory); attempt++) {
            try {
                Files.delete(directory);
            } catch (IOException e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                pause();
            }
        }
    }

    private void setLimit(String limit) throws IOException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            try {
                Files.writeString(limitFile(), limit);
                return;
            } catch (IOException busy) {
                if (attempt == ATTEMPTS) {
                    throw busy;
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    private Path limitFile() {
        return directory.resolve(isVersion1 ? "memory.limit_in_bytes" : "memory.max");
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
