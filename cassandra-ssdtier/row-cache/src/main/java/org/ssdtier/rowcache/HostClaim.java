package org.ssdtier.rowcache;

import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.ssdtier.segmentlog.SegmentLog;

/**
 * A claim of the directory of the SSD tier for a host: the host ID is written into the directory, and a warning is
 * logged if the directory held another one, because two nodes may be using one directory. The claim is deferred because
 * the node's host ID is known only after the tier was started, and the directory may become available even later.
 */
final class HostClaim {
    private static final Logger logger = LoggerFactory.getLogger(HostClaim.class);

    private final AtomicReference<@Nullable UUID> wanted = new AtomicReference<>();
    private volatile @Nullable UUID claimant;

    /** Requests that the directory be claimed as soon as it is open. */
    void request(UUID host) {
        claimant = host;
        wanted.set(host);
    }

    /** Requests the last claim again, if there was one: the directory is opened anew. */
    void again() {
        UUID host = claimant;
        if (host != null) {
            wanted.set(host);
        }
    }

    /**
     * Claims the directory if that was requested. Returns whether there was anything to do. The writer's thread only.
     */
    boolean step(SegmentLog log) {
        UUID host = wanted.getAndSet(null);
        if (host == null) {
            return false;
        }
        try {
            UUID before = log.storage().claim(host);
            if (before != null && !before.equals(host)) {
                logger.warn(
                        "Row cache on SSD: {} held rows of another node: it was written under another host id={},"
                                + " this host is {}",
                        log.storage().describe(),
                        before,
                        host);
            }
        } catch (IOException e) {
            logger.debug("The directory could not be claimed, its host ID is unchanged", e);
        }
        return true;
    }
}
