package org.ssdtier.segmentlog.checks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The table of a page with a row for each option of a block of cassandra.yaml, and the default in its second column. */
public final class OptionsTable {
    private OptionsTable() {}

    /**
     * Checks that a page has a row for each public field of a block, with the field's default.
     *
     * @param page path of the page
     * @param defaults a new block; a field that is null or empty is described in words on the page
     * @throws AssertionError if a row is missing, or its default is another one
     */
    public static void assertDefaults(Path page, Object defaults) throws IOException, IllegalAccessException {
        String text = Files.readString(page);
        Field[] options = defaults.getClass().getFields();
        assertTrue(options.length > 0, () -> defaults.getClass() + " has no public fields");
        for (Field option : options) {
            Matcher row = Pattern.compile("(?m)^\\| `" + option.getName() + "` \\| (.+?) \\| .+ \\|$")
                    .matcher(text);
            assertTrue(row.find(), () -> "the table of " + page + " lacks `" + option.getName() + "`");
            Object value = option.get(defaults);
            if (!isInWords(value)) {
                assertEquals(String.valueOf(value), row.group(1).replace("`", ""), option.getName());
            }
        }
    }

    private static boolean isInWords(@Nullable Object value) {
        return value == null || (value instanceof Collection<?> values && values.isEmpty());
    }
}
