package org.ssdtier.segmentlog.device;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a directory is for. A directory of one kind is never taken for one of another.
 *
 * @param number its number in the marker, 0 to 32,767
 * @param name its name, for messages
 * @param magics what the owner's own files, beside those of the log, begin with: 32 bits, little endian, by file name; the
 *     character # at the end of a name stands for eight digits
 */
public record DirectoryKind(int number, String name, Map<String, Integer> magics) {
    private static final int DIGITS = 8;

    /** A log of no particular owner. */
    public static final DirectoryKind LOG = new DirectoryKind(0, "log", Map.of());

    /** Copies the map. */
    public DirectoryKind {
        magics = Map.copyOf(magics);
    }

    /** Returns what a file of this name begins with; null if the owner has none of it. */
    @Nullable
    Integer magicOf(String name) {
        Integer exact = magics.get(name);
        int digits = name.length() - DIGITS;
        boolean isNumbered =
                digits > 0 && name.substring(digits).chars().allMatch(digit -> digit >= '0' && digit <= '9');
        return exact == null && isNumbered ? magics.get(name.substring(0, digits) + "#") : exact;
    }
}
