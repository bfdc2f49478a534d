package org.ssdtier.files.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
final class StorePathTest {
    @Test
    void path_withAnyByte_isKeptAndEscaped() {
        byte[] name = new byte[254];
        int length = 0;
        for (int b = 1; b < 256; b++) {
            if (b != '/') {
                name[length++] = (byte) b;
            }
        }
        StorePath path = StorePath.of("/a").resolve(name);
        assertArrayEquals(name, path.name());
        assertEquals(path, StorePath.ofEscaped(path.escaped()));
        assertEquals(path, StorePath.of(path.buffer()));
        assertEquals(StorePath.of("a/"), path.parent());
        assertTrue(path.escaped().matches("[A-Za-z0-9/._~%-]+"), path.escaped());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a//b", "a/../b", "..", "a/.", "./a", "//", "a\0b"})
    void path_thatIsNone_isRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> StorePath.of(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"%", "%4", "%zz", "%2e%2e/a", "a%2f%2fb", "%00"})
    void path_badlyEscaped_isRefused(String text) {
        assertThrows(IllegalArgumentException.class, () -> StorePath.ofEscaped(text));
    }

    @Test
    void path_tooLong_isRefusedShortly() {
        String tooLong = "x".repeat(StorePath.MAX_NAME_BYTES + 1);
        String message = assertThrows(IllegalArgumentException.class, () -> StorePath.of(tooLong))
                .getMessage();
        assertTrue(message.length() < 250 && message.contains("bytes=1025"), message);
        String deep = "d/".repeat(StorePath.MAX_PATH_BYTES / 2);
        assertThrows(IllegalArgumentException.class, () -> StorePath.of(deep + "dd"));
        assertEquals(StorePath.of(deep.substring(2)).parent().parent(), StorePath.of(deep.substring(6)));
    }

    @Test
    void below_andStartsWith_compareWholeNames() {
        assertTrue(StorePath.of("/ab/c").startsWith(StorePath.of("/ab")));
        assertFalse(StorePath.of("/abc").startsWith(StorePath.of("/ab")));
        assertTrue(StorePath.of("/abc").startsWith(StorePath.root()));
        assertArrayEquals(new byte[] {'c'}, StorePath.of("/ab/c").below(StorePath.of("/ab")));
        assertArrayEquals(new byte[] {'c'}, StorePath.of("/c").below(StorePath.root()));
    }

    @Test
    void display_ofControlCharacters_isEscaped() {
        assertEquals("ü", StorePath.display("ü".getBytes(StandardCharsets.UTF_8)));
        assertEquals("a%0Ab", StorePath.display(new byte[] {'a', '\n', 'b'}));
        assertEquals("%FF", StorePath.display(new byte[] {(byte) 0xff}));
    }

    @Test
    void versions_areGreaterThanAllBeforeAndAllSeen() {
        Versions ahead = new Versions(() -> 2_000_000, 5);
        Versions behind = new Versions(() -> 1_000_000, Long.MAX_VALUE);
        UUID seen = ahead.after(null);
        assertEquals(1, seen.version());
        assertEquals(2, seen.variant());
        assertEquals(2_000_000, Versions.micros(seen));
        UUID next = behind.after(seen);
        assertTrue(Versions.compare(next, seen) > 0);
        assertTrue(Versions.compare(behind.after(null), next) > 0);
        assertTrue(Versions.compare(seen, next) < 0);
    }
}
