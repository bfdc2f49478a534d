package org.ssdtier.rowcache;

import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.SegmentLog;

/**
 * Writes into the directory of the SSD tier whose it is, and tells an operator who let two nodes use one directory. The node
 * knows its own host ID only after the tier has begun, and the directory may be free to it later still.
 */
final class HostClaim {
    private static final Logger logger = LoggerFactory.getLogger(HostClaim.class);

    private final AtomicReference<@Nullable UUID> wanted = new AtomicReference<>();

    /** Lets the directory be claimed as soon as it is open. */
    void request(UUID host) {
        wanted.set(host);
    }

    /** Claims the directory if that was asked for. Returns whether there was anything to do. The writer's thread only. */
    boolean step(SegmentLog log) {
        UUID host = wanted.getAndSet(null);
        if (host == null) {
            return false;
        }
        try {
            UUID before = log.storage().claim(host);
            if (before != null && !before.equals(host)) {
                logger.warn(
                        "Row cache on SSD: {} held rows of another node: it was written under another host id={}, this one is {}",
                        log.storage().describe(),
                        before,
                        host);
            }
        } catch (IOException e) {
            logger.debug("The directory keeps the host that it had", e);
        }
        return true;
    }
}
