package org.ssdtier.benchmarks.device;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Static methods to parse and format sizes such as {@code 8GiB}, {@code 512MiB} or a plain number of bytes. */
public final class ByteSize {
    private static final Pattern FORM =
            Pattern.compile("(\\d{1,12})\\s*(B|KiB|MiB|GiB|TiB)?", Pattern.CASE_INSENSITIVE);

    private ByteSize() {}

    /**
     * Returns the number of bytes given by a text.
     *
     * @throws IllegalArgumentException if the text is not a size
     */
    public static long parse(String name, String text) {
        Matcher matcher = FORM.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    name + "=" + text + ": allowed is a number of B, KiB, MiB, GiB or TiB, such as 8GiB");
        }
        String unit = matcher.group(2) == null ? "B" : matcher.group(2).toUpperCase(Locale.ROOT);
        int shift =
                switch (unit.charAt(0)) {
                    case 'K' -> 10;
                    case 'M' -> 20;
                    case 'G' -> 30;
                    case 'T' -> 40;
                    default -> 0;
                };
        return Math.multiplyExact(Long.parseLong(matcher.group(1)), 1L << shift);
    }

    /** Formats a size with the largest unit that gives a whole number, such as {@code 8GiB}. */
    public static String format(long bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
        int unit = 0;
        long rest = bytes;
        while (rest != 0 && rest % 1024 == 0 && unit < units.length - 1) {
            rest /= 1024;
            unit++;
        }
        return rest + units[unit];
    }
}
