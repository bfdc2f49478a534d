package org.ssdtier.keyindex;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.ssdtier.segmentlog.device.DirectoryKind;

/**
 * The names of the files: a prefix and a number that is not used again while the node runs. A node that makes five files a second
 * needs more than eight digits after 231 days.
 */
final class FileNumbers {
    private static final String PREFIX = "key-index-";
    private static final Pattern NAME =
            Pattern.compile(PREFIX + "[0-9]{" + DirectoryKind.LEAST_DIGITS + "," + DirectoryKind.MOST_DIGITS + "}");

    /** Kind of a directory of key indexes. */
    static final DirectoryKind KIND = new DirectoryKind(3, "key index", Map.of(PREFIX + "#", KeyIndexDescriptor.MAGIC));

    private long next;

    /** Returns those of the names that key indexes have, the oldest first; their numbers are not used again. */
    List<String> existing(Collection<String> names) {
        List<String> ours = names.stream()
                .filter(name -> NAME.matcher(name).matches())
                .sorted(Comparator.comparingLong(FileNumbers::number))
                .toList();
        if (!ours.isEmpty()) {
            next = Math.max(next, number(ours.get(ours.size() - 1)) + 1);
        }
        return ours;
    }

    private static long number(String name) {
        return Long.parseLong(name.substring(PREFIX.length()));
    }

    String next() {
        return String.format(Locale.ROOT, "%s%08d", PREFIX, next++);
    }
}
