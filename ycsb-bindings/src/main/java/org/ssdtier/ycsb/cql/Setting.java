package org.ssdtier.ycsb.cql;

import java.util.Arrays;
import java.util.Locale;
import java.util.Properties;

/** Static methods to read single properties. A rejected value is reported with its name and the allowed values. */
final class Setting {
    private Setting() {}

    static int integer(Properties properties, String name, int defaultValue, int min, int max) {
        String text =
                properties.getProperty(name, Integer.toString(defaultValue)).trim();
        try {
            int value = Integer.parseInt(text);
            if (value >= min && value <= max) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + "=" + text + ", allowed: " + min + " to " + max, e);
        }
        throw new IllegalArgumentException(name + "=" + text + ", allowed: " + min + " to " + max);
    }

    static <E extends Enum<E>> E choice(Properties properties, String name, E defaultValue) {
        String text = properties.getProperty(name, defaultValue.name()).trim();
        for (E constant : defaultValue.getDeclaringClass().getEnumConstants()) {
            if (constant.name().equals(text.toUpperCase(Locale.ROOT))) {
                return constant;
            }
        }
        throw new IllegalArgumentException(name + "=" + text + ", allowed: "
                + Arrays.toString(defaultValue.getDeclaringClass().getEnumConstants())
                        .toLowerCase(Locale.ROOT));
    }

    /** Returns {@code name} if it is safe in CQL between double quotes. */
    static String identifier(String what, String name) {
        if (!name.matches("[A-Za-z][A-Za-z0-9_]{0,47}")) {
            throw new IllegalArgumentException(
                    what + "=" + name + ", allowed: a letter and up to 47 letters, digits, underscores");
        }
        return name;
    }
}
