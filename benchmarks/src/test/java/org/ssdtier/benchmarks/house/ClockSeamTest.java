package org.ssdtier.benchmarks.house;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The product reads the machine's clock in one class and gets the time from its creators everywhere else. */
@Tag("unit")
final class ClockSeamTest {
    private static final Pattern CLOCK = Pattern.compile(
            "System(\\.|::)(nanoTime|currentTimeMillis)\\b|\\bInstant\\.now\\b|\\bClock\\.system|\\bnew Date\\(\\)");

    @Test
    void clock_isReadInOneClass() {
        List<String> readers = new ArrayList<>();
        for (Path file : Repository.files(".java")) {
            String name = Repository.name(file);
            boolean isProduct = name.startsWith("cassandra-ssdtier/") || name.startsWith("schema-catalogue/");
            if (isProduct
                    && name.contains("src/main/java/")
                    && CLOCK.matcher(Repository.code(file)).find()) {
                readers.add(file.getFileName().toString());
            }
        }
        assertEquals(List.of("NanoClock.java"), readers);
    }
}
