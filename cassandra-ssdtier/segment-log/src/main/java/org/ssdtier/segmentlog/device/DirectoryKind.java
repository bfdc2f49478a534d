package org.ssdtier.segmentlog.device;

import java.util.Map;

/**
 * What a directory is for. A directory of one kind is never taken for one of another.
 *
 * @param number its number in the marker, 0 to 32,767
 * @param name its name, for messages
 * @param magics what the owner's own files, beside those of the log, begin with: 32 bits, little endian, by file name
 */
public record DirectoryKind(int number, String name, Map<String, Integer> magics) {
    /** A log of no particular owner. */
    public static final DirectoryKind LOG = new DirectoryKind(0, "log", Map.of());

    /** Copies the map. */
    public DirectoryKind {
        magics = Map.copyOf(magics);
    }
}
