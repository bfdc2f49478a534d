package org.ssdtier.benchmarks.load;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/** What a reader of a figure must know about the machine and the software it came from. */
public final class RunFacts {
    private static final String CASSANDRA = "5.0.9";

    private final OptionalLong seed;
    private final Path directory;
    private final double loadBefore = loadAverage();
    private final Instant begun = Instant.now();

    private RunFacts(OptionalLong seed, Path directory) {
        this.seed = seed;
        this.directory = directory;
    }

    /**
     * Begins a run; the load average of this moment is kept.
     *
     * @param directory where the run's nodes keep their files
     */
    public static RunFacts begin(long seed, Path directory) {
        return new RunFacts(OptionalLong.of(seed), directory);
    }

    /** As {@link #begin(long, Path)}, of a run whose seeds are part of its program. */
    public static RunFacts begin(Path directory) {
        return new RunFacts(OptionalLong.empty(), directory);
    }

    /** The facts, as they go into a result file. The run's disks are the host's, neither emulated nor limited. */
    public Map<String, Object> toMap() {
        String version = RunFacts.class.getPackage().getImplementationVersion();
        Map<String, Object> facts = new LinkedHashMap<>();
        seed.ifPresent(value -> facts.put("seed", value));
        facts.put("begun", begun.truncatedTo(ChronoUnit.SECONDS).toString());
        facts.put("ssdtier", version == null ? "unpackaged" : version);
        facts.put("cassandra", CASSANDRA);
        facts.put("java", System.getProperty("java.version"));
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        facts.put("device", "host");
        facts.put("file_system", fileSystem());
        facts.put("page_cache", "not limited");
        facts.put("load_average_before", loadBefore);
        facts.put("load_average_after", loadAverage());
        return facts;
    }

    private String fileSystem() {
        try {
            Path existing = directory.toAbsolutePath();
            while (!Files.exists(existing)) {
                existing = existing.getParent();
            }
            return Files.getFileStore(existing).type();
        } catch (IOException e) {
            return "unknown";
        }
    }

    /** Processes that run or wait for a core, over the last minute. */
    public static double loadAverage() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return Math.round(load * 100) / 100.0;
    }
}
