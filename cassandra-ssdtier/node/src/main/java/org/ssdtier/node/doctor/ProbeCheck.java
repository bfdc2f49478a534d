package org.ssdtier.node.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongSupplier;

/** A comparison of the devices of cache and data by a {@link ReadProbe} of each. */
final class ProbeCheck {
    private static final String NAME = "probe";
    private static final String SEGMENTS = "segment-\\d+";
    private static final String SSTABLES = ".*-Data\\.db";
    private static final double CLEARLY_FASTER = 2;
    /** Two measurements of one device differ by less. */
    private static final double CLEARLY_SLOWER = 0.8;

    private ProbeCheck() {}

    /**
     * Measures and compares the devices.
     *
     * @param dataDirectories directories of the data; one of each device is measured
     * @param nanos time for all of them
     */
    static List<Finding> of(
            Path cacheDirectory, List<Path> dataDirectories, Volumes volumes, long nanos, LongSupplier clock) {
        List<Finding> findings = new ArrayList<>();
        try {
            Set<String> devices = new HashSet<>();
            List<Path> data = new ArrayList<>();
            for (Path directory : dataDirectories) {
                if (devices.add(volumes.device(directory))) {
                    data.add(directory);
                }
            }
            long share = nanos / (1 + data.size());
            ReadProbe.Result cache = measure(cacheDirectory, SEGMENTS, share, clock);
            findings.add(Finding.ok(NAME, describe("cache", cache)));
            for (Path directory : data) {
                ReadProbe.Result slow = measure(directory, SSTABLES, share, clock);
                findings.add(Finding.ok(NAME, describe("data", slow)));
                findings.add(compare(cache, slow));
            }
        } catch (IOException e) {
            findings.add(Finding.warn(
                    NAME, "not measured: " + e.getMessage(), "Run this as the user that Cassandra runs as"));
        }
        return findings;
    }

    private static ReadProbe.Result measure(Path directory, String pattern, long nanos, LongSupplier clock)
            throws IOException {
        Path existing = ReadProbe.existing(directory);
        try (ReadProbe probe = ReadProbe.open(existing == null ? directory : existing, pattern, clock)) {
            return probe.run(nanos);
        }
    }

    private static String describe(String role, ReadProbe.Result result) {
        return String.format(
                Locale.ROOT,
                "%s %s: %,d direct reads of 4 KiB one after another, p50=%s p99=%s%s",
                role,
                result.directory(),
                result.reads(),
                micros(result.p50Nanos()),
                micros(result.p99Nanos()),
                result.isScratch() ? ", of a scratch file of 64 MiB" : "");
    }

    static Finding compare(ReadProbe.Result cache, ReadProbe.Result data) {
        double times = (double) data.p50Nanos() / Math.max(1, cache.p50Nanos());
        String found = times >= 1
                ? String.format(Locale.ROOT, "the cache's device is %.1f times as fast as the data's", times)
                : String.format(Locale.ROOT, "the data's device is %.1f times as fast as the cache's", 1 / times);
        if (times >= CLEARLY_FASTER) {
            return Finding.ok(NAME, found);
        }
        return times >= CLEARLY_SLOWER
                ? Finding.warn(
                        NAME,
                        found + "; a hit saves little more than the reads of further SSTables",
                        "Use a faster SSD")
                : Finding.fail(NAME, found + "; the tier costs time", "Use a faster SSD, or switch the tier off");
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%,d us", nanos / 1000);
    }
}
