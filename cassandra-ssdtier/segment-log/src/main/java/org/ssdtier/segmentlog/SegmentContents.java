package org.ssdtier.segmentlog;

/**
 * A reader of all records of one segment in use. Any thread; each call uses buffers of its own.
 */
final class SegmentContents {
    private final SegmentLogOptions options;
    private final LogCounters counters;

    SegmentContents(SegmentLogOptions options, LogCounters counters) {
        this.options = options;
        this.counters = counters;
    }

    /** Visits the records that were written; see {@link SegmentLog#forEachRecord}. */
    IoStatus forEachRecord(Segment segment, RecordVisitor visitor) {
        SegmentScanner scanner = scanner(segment);
        scanner.scan(visitor);
        return status(scanner);
    }

    /** Lists the records of a sealed segment; see {@link SegmentLog#forEachFooterEntry}. */
    IoStatus forEachFooterEntry(Segment segment, FooterVisitor visitor) {
        Footer footer = new Footer();
        IoStatus status = IoStatus.OK;
        if (!footer.readOf(segment, options.segmentBytes())) {
            SegmentScanner scanner = scanner(segment);
            scanner.collect(footer);
            status = status(scanner);
        }
        for (int entry = 0; entry < footer.count(); entry++) {
            long location = Location.of(segment.sequence, footer.offset(entry));
            visitor.visit(footer.keyHash(entry), location, footer.recordBytes(entry));
        }
        return status;
    }

    private SegmentScanner scanner(Segment segment) {
        SegmentScanner scanner = new SegmentScanner(options.segmentBytes(), options.maxRecordBytes());
        scanner.start(segment.device, segment.identity);
        return scanner;
    }

    private IoStatus status(SegmentScanner scanner) {
        counters.readErrors.add(scanner.errors());
        return scanner.errors() == 0 ? IoStatus.OK : IoStatus.IO_ERROR;
    }
}
