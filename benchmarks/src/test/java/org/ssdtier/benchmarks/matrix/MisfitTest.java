package org.ssdtier.benchmarks.matrix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("unit")
final class MisfitTest {
    @TempDir
    private Path directory;

    @Test
    void renamed_classWithTheMethod_hasItUnderAnotherNameOfTheSameLength() throws IOException {
        byte[] original = bytes("\u00ca\u00fe invalidateRowCacheForCf \u0080");
        byte[] renamed = Misfit.renamed(original);
        assertArrayEquals(bytes("\u00ca\u00fe invalidateRowCacheForCx \u0080"), renamed);
    }

    @Test
    void renamed_classWithoutTheMethod_isRefused() {
        assertThrows(IOException.class, () -> Misfit.renamed(bytes("another class")));
    }

    @Test
    void homeFiles_ofACopy_areEqualUntilOneChanges() throws IOException {
        Path home = directory.resolve("home");
        for (String name : new String[] {"bin/cassandra", "conf/cassandra.yaml", "lib/a.jar", "data/rows"}) {
            Files.createDirectories(home.resolve(name).getParent());
            Files.writeString(home.resolve(name), name);
        }
        Path copy = directory.resolve("copy");
        HomeFiles.copy(home, copy);
        Map<String, String> before = HomeFiles.of(home);
        assertEquals(3, before.size());
        HomeFiles.requireEqual(before, HomeFiles.of(copy));
        Files.writeString(copy.resolve("lib/000-new.jar"), "new");
        String message = assertThrows(IOException.class, () -> HomeFiles.requireEqual(before, HomeFiles.of(copy)))
                .getMessage();
        assertTrue(message.contains("lib/000-new.jar"), message);
        assertEquals(before, HomeFiles.of(home));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
