package org.ssdtier.files.ycsb;

import java.util.Arrays;
import java.util.Locale;
import java.util.Properties;

/** Static methods to read single properties. A rejected value is reported with its name and the allowed values. */
final class Setting {
    private Setting() {}

    static String text(Properties properties, String name, String defaultValue) {
        return properties.getProperty(name, defaultValue).strip();
    }

    static long number(Properties properties, String name, long defaultValue, long least, long most) {
        String text = text(properties, name, Long.toString(defaultValue));
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + "=" + text + ", allowed: " + least + " to " + most, e);
        }
        throw new IllegalArgumentException(name + "=" + text + ", allowed: " + least + " to " + most);
    }

    static double decimal(Properties properties, String name, double defaultValue) {
        String text = text(properties, name, Double.toString(defaultValue));
        try {
            double value = Double.parseDouble(text);
            if (value >= 0 && value <= 1_000) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + "=" + text + ", allowed: 0 to 1000", e);
        }
        throw new IllegalArgumentException(name + "=" + text + ", allowed: 0 to 1000");
    }

    static <E extends Enum<E>> E choice(Properties properties, String name, E defaultValue) {
        String text = text(properties, name, defaultValue.name());
        for (E constant : defaultValue.getDeclaringClass().getEnumConstants()) {
            if (constant.name().equals(text.toUpperCase(Locale.ROOT))) {
                return constant;
            }
        }
        throw new IllegalArgumentException(name + "=" + text + ", allowed: "
                + Arrays.toString(defaultValue.getDeclaringClass().getEnumConstants())
                        .toLowerCase(Locale.ROOT));
    }
}
