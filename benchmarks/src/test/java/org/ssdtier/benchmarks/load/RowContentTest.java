package org.ssdtier.benchmarks.load;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
final class RowContentTest {
    private static final int LENGTH = 300;

    @Test
    void content_isThatOfItsRowAndVersionOnly() {
        ByteBuffer content = RowContent.of(7, 3, LENGTH);
        assertTrue(RowContent.isOf(content, 7, 3, LENGTH));
        assertFalse(RowContent.isOf(content, 7, 2, LENGTH), "another version");
        assertFalse(RowContent.isOf(content, 8, 3, LENGTH), "another row");
    }

    @Test
    void content_cutOrTornInTheMiddle_isNoMore() {
        ByteBuffer content = RowContent.of(7, 3, LENGTH);
        assertFalse(RowContent.isOf(content.slice(0, LENGTH - 1), 7, 3, LENGTH));
        content.put(LENGTH - Long.BYTES, RowContent.of(7, 2, LENGTH), LENGTH - Long.BYTES, Long.BYTES);
        assertFalse(RowContent.isOf(content, 7, 3, LENGTH), "the end of version 2");
    }

    @Test
    void content_inTheMiddleOfABuffer_isRecognised() {
        ByteBuffer frame = ByteBuffer.allocate(LENGTH + 20);
        frame.put(10, RowContent.of(7, 3, LENGTH), 0, LENGTH);
        frame.position(10).limit(10 + LENGTH);
        assertTrue(RowContent.isOf(frame, 7, 3, LENGTH));
    }
}
