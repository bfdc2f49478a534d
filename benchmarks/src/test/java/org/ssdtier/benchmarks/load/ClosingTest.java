package org.ssdtier.benchmarks.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class ClosingTest {
    private final List<String> closed = new ArrayList<>();

    @Test
    void all_closesTheRestAfterAFailureAndThrowsTheFirst() {
        IOException first = new IOException("first");
        List<AutoCloseable> resources = List.of(
                () -> {
                    throw first;
                },
                () -> closed.add("second"),
                () -> {
                    throw new IllegalStateException("third");
                },
                () -> closed.add("fourth"));
        IOException thrown = assertThrows(IOException.class, () -> Closing.all(resources));
        assertSame(first, thrown);
        assertEquals(1, thrown.getSuppressed().length);
        assertEquals(List.of("second", "fourth"), closed);
    }
}
