package org.ssdtier.segmentlog;

import org.slf4j.Logger;

/** The log messages of an opening. */
final class OpeningMessages {
    private OpeningMessages() {}

    /** Logs the geometry of a log that was opened, and what its recovery has lost. */
    static void log(Logger logger, ReadableLog log) {
        Recovery recovery = log.recovery();
        logger.info(
                "Opened segment log: {} state={} segments={} of {} bytes, sealed={} rescanned={} unreadable={}"
                        + " write_buffers={} of {} bytes, at most {} bytes off heap",
                log.storage.describe(),
                recovery.state(),
                log.table.slotCount(),
                log.options.segmentBytes(),
                recovery.segments(),
                recovery.rescanned(),
                recovery.unreadable(),
                log.options.writeBuffers(),
                log.options.writeBufferBytes(),
                log.stats().bufferBytes());
        if (recovery.orphans() > 0) {
            logger.warn(
                    "{}: found segments={} without a manifest; their contents are dropped",
                    log.storage.describe(),
                    recovery.orphans());
        }
        if (recovery.lostSegments() > 0) {
            logger.warn(
                    "{}: no space for {} of {} segments; opened without them",
                    log.storage.describe(),
                    recovery.lostSegments(),
                    log.options.segmentCount());
        }
    }
}
