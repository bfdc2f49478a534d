package org.ssdtier.segmentlog.device;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The kind of a directory: its purpose. A directory of one kind is never mistaken for one of another.
 *
 * @param number number of the kind in the marker, 0 to 32,767
 * @param name name of the kind, for messages
 * @param magics magic numbers at the start of the owner's own files (besides those of the log), by file name; 32 bits,
 *     little-endian; the character # at the end of a name stands for eight digits
 */
public record DirectoryKind(int number, String name, Map<String, Integer> magics) {
    private static final int DIGITS = 8;

    /** Kind of a log without a particular owner. */
    public static final DirectoryKind LOG = new DirectoryKind(0, "log", Map.of());

    /** Copies the map. */
    public DirectoryKind {
        magics = Map.copyOf(magics);
    }

    /** Returns the magic number of a file of this name, or null if the owner has no such file. */
    @Nullable
    Integer magicOf(String name) {
        Integer exact = magics.get(name);
        int digits = name.length() - DIGITS;
        boolean isNumbered =
                digits > 0 && name.substring(digits).chars().allMatch(digit -> digit >= '0' && digit <= '9');
        return exact == null && isNumbered ? magics.get(name.substring(0, digits) + "#") : exact;
    }
}
