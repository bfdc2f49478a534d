package org.ssdtier.keyindex;

import java.util.function.LongSupplier;

/** Options for tests. */
final class Options {
    private Options() {}

    static KeyIndexOptions plain() {
        return limited(1L << 30);
    }

    static KeyIndexOptions limited(long bytes) {
        return new KeyIndexOptions(bytes, 4, 0, 1_000_000, System::nanoTime);
    }

    static KeyIndexOptions bounded(int readers, long readTimeoutNanos) {
        return new KeyIndexOptions(1L << 30, readers, readTimeoutNanos, 16, System::nanoTime);
    }

    static KeyIndexOptions fragile(int errorThreshold, LongSupplier nanos) {
        return new KeyIndexOptions(1L << 30, 4, 0, errorThreshold, nanos);
    }
}
