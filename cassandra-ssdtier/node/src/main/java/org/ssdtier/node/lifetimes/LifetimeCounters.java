package org.ssdtier.node.lifetimes;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** The files and bytes written since the node started, by kind. Thread-safe. */
final class LifetimeCounters {
    /** The counters of one kind. */
    private static final class OfKind {
        final LongAdder files = new LongAdder();
        final LongAdder bytes = new LongAdder();
        final LongAdder indexBytes = new LongAdder();
    }

    private final Map<FileKind, OfKind> kinds = new EnumMap<>(FileKind.class);

    LifetimeCounters() {
        for (FileKind kind : FileKind.values()) {
            kinds.put(kind, new OfKind());
        }
    }

    private OfKind of(FileKind kind) {
        OfKind counters = kinds.get(kind);
        assert counters != null : kind;
        return counters;
    }

    /** Counts a file that was opened. */
    void opened(FileKind kind) {
        of(kind).files.increment();
    }

    /** Counts bytes that were written. */
    void written(FileKind kind, long bytes) {
        of(kind).bytes.add(bytes);
    }

    /** Counts bytes that were written to a file of an SSTable other than its data file. */
    void writtenToIndex(FileKind kind, long bytes) {
        of(kind).bytes.add(bytes);
        of(kind).indexBytes.add(bytes);
    }

    long files(FileKind kind) {
        return of(kind).files.sum();
    }

    /** Returns the bytes written, those of {@link #indexBytes} included. */
    long bytes(FileKind kind) {
        return of(kind).bytes.sum();
    }

    long indexBytes(FileKind kind) {
        return of(kind).indexBytes.sum();
    }

    /** Returns the bytes written of all kinds. */
    long bytes() {
        return kinds.values().stream()
                .mapToLong(counters -> counters.bytes.sum())
                .sum();
    }
}
