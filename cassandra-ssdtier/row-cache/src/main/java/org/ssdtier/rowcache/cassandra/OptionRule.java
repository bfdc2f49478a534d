package org.ssdtier.rowcache.cassandra;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.cassandra.config.DataRateSpec;
import org.apache.cassandra.config.DataStorageSpec;
import org.apache.cassandra.config.DurationSpec;
import org.apache.cassandra.exceptions.ConfigurationException;

/**
 * One key of a block of options with its value and the allowed values.
 *
 * @param key the key
 * @param value the value as an operator would write it
 * @param allowed description of the allowed values
 * @param holds whether the value is allowed
 */
public record OptionRule(String key, String value, String allowed, boolean holds) {
    static final String BLOCK = "ssd_row_cache";

    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB"};

    /** Returns a rule for a size of {@code smallest} to {@code largest} bytes, a multiple of {@code unit}. */
    public static OptionRule bytes(
            String key, DataStorageSpec value, long bytes, long smallest, long largest, long unit) {
        String allowed = text(smallest) + " to " + text(largest) + (unit == 1 ? "" : ", a multiple of " + text(unit));
        boolean holds = smallest <= bytes && bytes <= largest && bytes % unit == 0;
        return new OptionRule(key, value.toString(), allowed, holds);
    }

    /** Returns a rule for a number from {@code smallest} to {@code largest}. */
    public static OptionRule number(String key, long value, long smallest, long largest) {
        boolean holds = smallest <= value && value <= largest;
        return new OptionRule(key, Long.toString(value), smallest + " to " + largest, holds);
    }

    /** Returns a rule for a rate of at most {@code largestMebibytes} MiB/s. */
    public static OptionRule rate(String key, DataRateSpec value, long largestMebibytes, String allowed) {
        return new OptionRule(key, value.toString(), allowed, value.toMebibytesPerSecond() <= largestMebibytes);
    }

    /** Returns a rule for a duration from {@code smallest} to {@code largest} milliseconds. */
    public static OptionRule time(String key, DurationSpec.LongMillisecondsBound value, long smallest, long largest) {
        long millis = value.toMilliseconds();
        boolean holds = smallest <= millis && millis <= largest;
        return new OptionRule(key, value.toString(), smallest + "ms to " + largest + "ms", holds);
    }

    /** Returns a rule for the name of an enum constant, in upper or lower case. */
    public static <E extends Enum<E>> OptionRule choice(String key, String value, Class<E> choices) {
        List<String> names = Arrays.stream(choices.getEnumConstants())
                .map(choice -> choice.name().toLowerCase(Locale.ROOT))
                .toList();
        boolean holds = parse(value, choices).isPresent();
        return new OptionRule(key, String.valueOf(value), String.join(" | ", names), holds);
    }

    /** Returns a rule for a value that Cassandra's loader has already checked. */
    public static OptionRule any(String key, Object value, String allowed) {
        return new OptionRule(key, String.valueOf(value), allowed, true);
    }

    static <E extends Enum<E>> Optional<E> parse(String value, Class<E> choices) {
        return Arrays.stream(choices.getEnumConstants())
                .filter(choice -> choice.name().equalsIgnoreCase(value))
                .findFirst();
    }

    /** Formats a number of bytes as an operator writes it: in the largest unit without a fraction. */
    static String text(long bytes) {
        int unit = 0;
        long number = bytes;
        while (number != 0 && number % 1024 == 0 && unit < UNITS.length - 1) {
            number /= 1024;
            unit++;
        }
        return number + UNITS[unit];
    }

    /** Returns the exception that refuses the start. */
    ConfigurationException refusal() {
        return new ConfigurationException(
                "cassandra.yaml: " + BLOCK + "." + key + "=" + value + " cannot be used; allowed: " + allowed
                        + ". Correct the value, or set " + BLOCK + ".enabled to false to start without the SSD tier.",
                false);
    }
}
