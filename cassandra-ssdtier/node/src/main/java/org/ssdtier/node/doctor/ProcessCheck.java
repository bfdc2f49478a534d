package org.ssdtier.node.doctor;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A check of what a node's process is given: open files and the allocator. */
final class ProcessCheck {
    private static final String NOFILE = "nofile";
    private static final String RAISE =
            "Raise nofile to 1048576 (limits.conf, LimitNOFILE of systemd)" + ", or raise ssd_row_cache.segment_size";
    /** The limit that Cassandra's packages set. */
    private static final long PACKAGED_NOFILE = 100_000;

    private static final List<String> LIBRARIES = List.of("/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib");

    private ProcessCheck() {}

    /**
     * Checks the limit of open files.
     *
     * @param holder the process in the message
     * @param nofile its limit; null if not known
     * @param openFiles number of its open files besides those of segments; null if not known
     * @param segments number of segments, each an open file
     */
    static Finding nofile(String holder, @Nullable Long nofile, @Nullable Long openFiles, long segments) {
        if (nofile == null) {
            return Finding.warn(NOFILE, holder + ": its limit of open files cannot be read", "Run this as its user");
        }
        String found = holder + ": nofile=" + (nofile == Long.MAX_VALUE ? "unlimited" : nofile) + ", segments="
                + segments + ", each an open file" + (openFiles == null ? "" : ", others=" + openFiles);
        if (segments + (openFiles == null ? 0 : openFiles) >= nofile) {
            return Finding.fail(NOFILE, found + "; the start is refused", RAISE);
        }
        if (segments > nofile / 2) {
            return Finding.warn(NOFILE, found + "; few are left for SSTables and connections", RAISE);
        }
        return nofile < PACKAGED_NOFILE
                ? Finding.warn(NOFILE, found + "; Cassandra's packages set " + PACKAGED_NOFILE, RAISE)
                : Finding.ok(NOFILE, found);
    }

    /**
     * Checks the allocator of a running node.
     *
     * @param allocator path of the jemalloc that it has loaded; empty if it has not, null if not known
     */
    static Finding allocator(String holder, @Nullable String allocator) {
        if (allocator == null) {
            return Finding.warn("jemalloc", holder + ": its libraries cannot be read", "Run this as its user");
        }
        return allocator.isEmpty()
                ? Finding.warn(
                        "jemalloc",
                        holder + ": not loaded; glibc's allocator keeps memory that the row cache has freed",
                        "Install libjemalloc2, which Cassandra's start script preloads; or set MALLOC_ARENA_MAX=1")
                : Finding.ok("jemalloc", holder + ": " + allocator);
    }

    /** Checks whether a node would find jemalloc at its start. */
    static Finding installedAllocator() {
        Path found = null;
        for (String directory : LIBRARIES) {
            found = found == null ? search(Path.of(directory), true) : found;
        }
        return found == null
                ? Finding.warn(
                        "jemalloc",
                        "no libjemalloc in " + LIBRARIES,
                        "Install libjemalloc2, which Cassandra's start script preloads")
                : Finding.ok("jemalloc", found + ", which Cassandra's start script preloads");
    }

    private static @Nullable Path search(Path directory, boolean isDeeper) {
        if (!Files.isDirectory(directory)) {
            return null;
        }
        try (DirectoryStream<Path> libraries = Files.newDirectoryStream(directory, "libjemalloc*.so*");
                DirectoryStream<Path> folders = Files.newDirectoryStream(directory, "*-linux-gnu*")) {
            for (Path library : libraries) {
                return library;
            }
            for (Path folder : folders) {
                Path found = isDeeper ? search(folder, false) : null;
                if (found != null) {
                    return found;
                }
            }
        } catch (IOException unreadable) {
            return null;
        }
        return null;
    }
}
