package org.ssdtier.rowcache.cassandra;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file descriptors that the segments take, one each for as long as the node runs, against what the process may have. Without
 * any left a node neither takes connections nor opens SSTables.
 *
 * @param segments how many segments there are
 * @param inUse descriptors open without them
 * @param limit as {@code ulimit -n}; 0 where the system does not say
 */
record DescriptorLimit(long segments, long inUse, long limit) {
    private static final Logger log = LoggerFactory.getLogger(DescriptorLimit.class);

    /** Looks at this process. */
    static DescriptorLimit ofThisProcess(long segments) {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? new DescriptorLimit(segments, system.getOpenFileDescriptorCount(), system.getMaxFileDescriptorCount())
                : new DescriptorLimit(segments, 0, 0);
    }

    /** Returns what is wrong, in words to follow the size; nothing if there are enough. */
    Optional<String> violation() {
        return limit > 0 && segments + inUse >= limit
                ? Optional.of("(segments=" + segments + ", each an open file; nofile=" + limit + " of which in use="
                        + inUse + "; raise nofile or segment_size)")
                : Optional.empty();
    }

    /** Says what the segments take; a WARN when that is more than half. */
    void say() {
        String text = "Row cache on SSD keeps files=" + segments + " open, of nofile=" + limit;
        if (limit > 0 && segments > limit / 2) {
            log.warn("{}: little is left for SSTables and connections; raise nofile or segment_size", text);
        } else {
            log.info("{}", text);
        }
    }
}
