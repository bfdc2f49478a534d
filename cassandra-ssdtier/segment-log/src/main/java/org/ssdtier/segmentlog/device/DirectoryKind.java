package org.ssdtier.segmentlog.device;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The kind of a directory: its purpose. A directory of one kind is never mistaken for one of another.
 *
 * @param number number of the kind in the marker, 0 to 32,767
 * @param name name of the kind, for messages
 * @param magics magic numbers at the start of the owner's own files (besides those of the log), by file name; 32 bits,
 *     little-endian; the character # at the end of a name stands for a number of {@value #LEAST_DIGITS} to {@value #MOST_DIGITS}
 *     digits, and follows no digit
 */
public record DirectoryKind(int number, String name, Map<String, Integer> magics) {
    /** Fewest digits of a number in a name. */
    public static final int LEAST_DIGITS = 8;
    /** Most digits of one; a {@code long} has any such number. */
    public static final int MOST_DIGITS = 18;

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
        int prefix = name.length();
        while (prefix > 0 && isDigit(name.charAt(prefix - 1))) {
            prefix--;
        }
        int digits = name.length() - prefix;
        boolean isNumbered = digits >= LEAST_DIGITS && digits <= MOST_DIGITS;
        return exact == null && isNumbered ? magics.get(name.substring(0, prefix) + "#") : exact;
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }
}
