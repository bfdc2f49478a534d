package org.ssdtier.keyindex;

import java.io.IOException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bytes that key indexes may have: those of the node's options, and at most what the file system has left, less a reserve for
 * others that use it.
 *
 * @param directory directory of the files
 * @param limitBytes most bytes of all files
 */
record KeyIndexRoom(KeyIndexDirectory<?> directory, long limitBytes) {
    private static final Logger logger = LoggerFactory.getLogger(KeyIndexRoom.class);
    private static final long MOST_RESERVE_BYTES = 64L << 20;
    /** Divisor of the limit: the reserve of small key indexes. */
    private static final int RESERVE_DIVISOR = 16;

    /**
     * Returns the bytes that one more file may have, which change with those of the others. The file system is asked once, now: later it
     * has the new file's bytes, too. May wait for the device.
     */
    LongSupplier now() {
        long usedThen = directory.bytes();
        long freeThen = freeBytes();
        return () -> {
            long used = directory.bytes();
            return Math.min(freeThen - Math.max(0, used - usedThen), limitBytes - used);
        };
    }

    private long freeBytes() {
        try {
            return directory.freeBytes() - Math.min(MOST_RESERVE_BYTES, limitBytes / RESERVE_DIVISOR);
        } catch (IOException e) {
            logger.debug("{}: free bytes are not known", directory.describe(), e);
            return Long.MAX_VALUE; // the write will tell
        }
    }
}
