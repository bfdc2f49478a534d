package org.ssdtier.keyindex;

import java.util.Locale;
import java.util.Map;
import org.ssdtier.segmentlog.device.DirectoryKind;

/** The names of the files: a prefix and a number that is not used again while the node runs. */
final class FileNumbers {
    private static final String PREFIX = "key-index-";
    private static final int DIGITS = 8;

    /** Kind of a directory of key indexes. */
    static final DirectoryKind KIND = new DirectoryKind(3, "key index", Map.of(PREFIX + "#", KeyIndexDescriptor.MAGIC));

    private int next;

    /** Returns whether a file is a key index by its name; its number is not used again. */
    boolean isFile(String name) {
        boolean is = name.matches(PREFIX + "[0-9]{" + DIGITS + "}");
        if (is) {
            next = Math.max(next, Integer.parseInt(name.substring(PREFIX.length())) + 1);
        }
        return is;
    }

    String next() {
        return String.format(Locale.ROOT, "%s%08d", PREFIX, next++);
    }
}
