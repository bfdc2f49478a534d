package org.ssdtier.rowcache.cassandra;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The number of file descriptors needed by the segments, compared with the limit of the process. Each segment keeps one descriptor
 * open for as long as the node runs. A node without free descriptors can neither accept connections nor open SSTables.
 *
 * @param segments number of segments
 * @param inUse number of descriptors open besides those of the segments
 * @param limit as {@code ulimit -n}; 0 if unknown
 */
record DescriptorLimit(long segments, long inUse, long limit) {
    private static final Logger logger = LoggerFactory.getLogger(DescriptorLimit.class);

    /** Returns the limit and the use of this process, in which no segment is open. */
    static DescriptorLimit ofThisProcess(long segments) {
        return ofThisProcess(segments, 0);
    }

    /** Returns the limit and the use of this process, in which {@code open} segments are open already. */
    static DescriptorLimit ofThisProcess(long segments, long open) {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? new DescriptorLimit(
                        segments,
                        Math.max(0, system.getOpenFileDescriptorCount() - open),
                        system.getMaxFileDescriptorCount())
                : new DescriptorLimit(segments, 0, 0);
    }

    /** Returns a description of the violation, to be appended to the size; empty if there are enough descriptors. */
    Optional<String> violation() {
        return limit > 0 && segments + inUse >= limit
                ? Optional.of("(segments=" + segments + ", each an open file; nofile=" + limit + " of which in use="
                        + inUse + "; raise nofile or segment_size)")
                : Optional.empty();
    }

    /** Logs the number of descriptors of the segments; at WARN if it exceeds half of the limit. */
    void say() {
        String text = "Row cache on SSD keeps files=" + segments + " open; nofile=" + limit;
        if (limit > 0 && segments > limit / 2) {
            logger.warn("{}: few are left for SSTables and connections; raise nofile or segment_size", text);
        } else {
            logger.info("{}", text);
        }
    }
}
