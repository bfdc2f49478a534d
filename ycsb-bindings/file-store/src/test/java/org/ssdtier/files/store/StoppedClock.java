package org.ssdtier.files.store;

import java.time.Duration;
import org.ssdtier.files.model.StoreSettings;
import org.ssdtier.files.table.StoreTables;

/** A clock that only goes on by sleeping: leases do not end, however slow the machine of a test is. */
public final class StoppedClock implements StoreClock {
    private long nanos = Duration.ofDays(1).toNanos();

    /** Opens a store with such a clock, without a thread of its own. */
    public static FileStore open(StoreSettings settings, StoreTables tables) {
        return FileStore.open(settings, tables, new StoppedClock(), 1, crowded -> {});
    }

    @Override
    public synchronized long nanoTime() {
        return nanos;
    }

    @Override
    public synchronized long micros() {
        return nanos / 1_000;
    }

    @Override
    public synchronized void sleep(Duration duration) {
        nanos += duration.toNanos();
    }
}
