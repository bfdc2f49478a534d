package org.ssdtier.segmentlog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.ssdtier.segmentlog.format.RecordDescriptor;

/** Tests of the decision whether a record crosses the boundary of a device page, and of the pages read for it. */
@Tag("unit")
class RecordPlaceTest {
    private static final int PAGE = RecordDescriptor.PAGE_BYTES;

    @Test
    void place_ofRecordThatFits_isTheTail() {
        assertEquals(2 * PAGE - 48, RecordDescriptor.place(2 * PAGE - 48, 48));
        assertEquals(2 * PAGE, RecordDescriptor.place(2 * PAGE, PAGE));
        assertEquals(2 * PAGE, RecordDescriptor.place(2 * PAGE, 100 * PAGE));
    }

    @Test
    void place_ofRecordThatDoesNotFit_crossesWhereThatSaves64BytesOrMore() {
        assertEquals(2 * PAGE - 64, RecordDescriptor.place(2 * PAGE - 64, 65));
        assertEquals(2 * PAGE, RecordDescriptor.place(2 * PAGE - 48, 49));
    }

    @Test
    void place_ofLongRecord_crossesWhereThatSavesASixtyFourthOfIt() {
        assertEquals(2 * PAGE - 1024, RecordDescriptor.place(2 * PAGE - 1024, 65_536 + 63));
        assertEquals(2 * PAGE, RecordDescriptor.place(2 * PAGE - 1008, 65_536));
        assertEquals(
                2 * PAGE, RecordDescriptor.place(PAGE + 16, 65 * PAGE), "a record of more than 256 KiB never does");
    }

    /** The reader has the place and an upper bound of the length only. */
    @Test
    void spanBytes_ofEveryPlaceAndLength_coversTheRecordAndAtMostOnePageMore() {
        for (int recordBytes = 40; recordBytes < 20_000; recordBytes += recordBytes < 300 ? 1 : 77) {
            for (int tail = PAGE; tail < 2 * PAGE; tail += 16) {
                int offset = RecordDescriptor.place(tail, recordBytes);
                int inPage = offset % PAGE;
                String what = "tail=" + tail + " bytes=" + recordBytes;
                assertTrue(offset == tail || offset == 2 * PAGE, what);
                assertTrue(inPage <= PAGE - RecordDescriptor.HEADER_BYTES, what + ": the header crosses");
                assertTrue(offset - tail < Math.max(64, recordBytes / 64), what + ": padding=" + (offset - tail));
                long exact = RecordDescriptor.spanBytes(offset, recordBytes);
                assertEquals((inPage + recordBytes + PAGE - 1) / PAGE * PAGE, exact, what);
                long bound = RecordDescriptor.spanBytes(offset, (recordBytes + 127) / 128 * 128);
                assertTrue(bound == exact || bound == exact + PAGE, what);
            }
        }
    }

    @Test
    void spanBytes_ofUnknownOrHugeLength_isOnePageOrDoesNotOverflow() {
        assertEquals(PAGE, RecordDescriptor.spanBytes(PAGE + 16, 0));
        assertTrue(RecordDescriptor.spanBytes(PAGE + 16, Integer.MAX_VALUE) > Integer.MAX_VALUE);
    }
}
