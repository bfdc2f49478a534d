package org.ssdtier.benchmarks.house;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The product formats text under a locale that it names. Under the machine's, a number may have other digits than those that a start
 * looks for in the name of a file, or a script in a report.
 */
@Tag("unit")
final class LocaleSeamTest {
    private static final Pattern DEFAULT_LOCALE =
            Pattern.compile("(String\\.format|\\.printf)\\((?!\\s*Locale\\.)|\\.formatted\\(|String::format\\b"
                    + "|\\bto(Upper|Lower)Case(\\(\\)|\\b(?!\\())");

    @Test
    void text_isFormattedUnderANamedLocale() {
        List<String> found = new ArrayList<>();
        for (Path file : Repository.files(".java")) {
            String name = Repository.name(file);
            boolean isProduct = name.startsWith("cassandra-ssdtier/") || name.startsWith("schema-catalogue/");
            if (isProduct && name.contains("src/main/java/")) {
                Matcher matcher = DEFAULT_LOCALE.matcher(Repository.code(file));
                while (matcher.find()) {
                    found.add(file.getFileName() + ": " + matcher.group());
                }
            }
        }
        assertEquals(List.of(), found);
    }
}
