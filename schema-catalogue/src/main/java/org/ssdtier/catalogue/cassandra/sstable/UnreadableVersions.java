package org.ssdtier.catalogue.cassandra.sstable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.apache.cassandra.exceptions.ConfigurationException;
import org.ssdtier.segmentlog.format.FormatException;

/**
 * The files of a version that this jar cannot read, found while the node loads its tables. Cassandra omits such an
 * SSTable as corrupt, whatever the disk failure policy, so its rows would silently vanish.
 */
public final class UnreadableVersions {
    private static final int MAX_FILES = 100;
    private static final Map<Path, String> FOUND = new ConcurrentHashMap<>();

    private UnreadableVersions() {}

    static void add(Path file, FormatException why) {
        if (FOUND.size() < MAX_FILES) {
            FOUND.put(file, String.valueOf(why.getMessage()));
        }
    }

    /**
     * Refuses the node's start if there are any. A file that no longer exists belonged to a stream that failed.
     *
     * @throws ConfigurationException which names the files, what was found and what is allowed
     */
    public static void refuseStart() {
        Map<Path, String> found = new TreeMap<>(FOUND);
        FOUND.clear();
        found.keySet().removeIf(Files::notExists);
        if (!found.isEmpty()) {
            throw new ConfigurationException(
                    "SSTables=" + found.size() + " have a Schemas.db of a version that this drop-in jar cannot read: "
                            + found.values().stream().limit(10).collect(Collectors.joining("; "))
                            + ". Put back the jar that wrote them; nothing is lost",
                    false);
        }
    }
}
