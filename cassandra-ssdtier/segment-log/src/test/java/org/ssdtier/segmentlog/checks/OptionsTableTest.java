package org.ssdtier.segmentlog.checks;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
final class OptionsTableTest {
    private static final String HEAD = "| key | default | allowed |\n|---|---|---|\n";

    @TempDir
    private Path directory;

    /** A block with a default, and two that are described in words. */
    public static final class Block {
        /** An option with a default. */
        public int limit = 16;

        /** An option without one. */
        public @Nullable String path = null;

        /** A list that is empty. */
        public List<String> names = List.of();
    }

    @Test
    void assertDefaults_everyRowIsRight_succeeds() throws Exception {
        Path page =
                page("| `limit` | `16` | 1 to 20 |\n| `path` | the usual | a path |\n| `names` | none | a list |\n");
        OptionsTable.assertDefaults(page, new Block());
    }

    @Test
    void assertDefaults_anotherDefault_fails() throws IOException {
        assertFails(
                "| `limit` | 17 | 1 to 20 |\n| `path` | the usual | a path |\n| `names` | none | a list |\n", "limit");
    }

    @Test
    void assertDefaults_noRow_fails() throws IOException {
        assertFails("| `limit` | 16 | 1 to 20 |\n| `names` | none | a list |\n", "lacks `path`");
    }

    private void assertFails(String rows, String message) throws IOException {
        Path page = page(rows);
        AssertionError failure =
                assertThrows(AssertionError.class, () -> OptionsTable.assertDefaults(page, new Block()));
        assertTrue(failure.getMessage().contains(message), failure.getMessage());
    }

    private Path page(String rows) throws IOException {
        return Files.writeString(directory.resolve("page.md"), HEAD + rows);
    }
}
