package org.ssdtier.benchmarks.load;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.ssdtier.benchmarks.node.CassandraRelease;
import org.ssdtier.benchmarks.node.Checkout;

/** The facts about machine and software that the reader of a figure needs. */
public final class RunFacts {
    /** The name of the fact that lists the facts of earlier invocations. */
    public static final String EARLIER = "earlier";

    private static final String UNKNOWN = "unknown";

    private final OptionalLong seed;
    private final Path directory;
    private final double loadBefore = loadAverage();
    private final Instant begun = Instant.now();
    /** At the beginning: a commit that is made meanwhile is not measured. */
    private final String commit = Checkout.locate().commit();

    private String device = "host";
    private String pageCache = "not limited";
    private final Map<String, Object> more = new LinkedHashMap<>();

    private RunFacts(OptionalLong seed, Path directory) {
        this.seed = seed;
        this.directory = directory;
    }

    /**
     * Begins a run and records the current load average.
     *
     * @param directory directory of the files of the run's nodes
     */
    public static RunFacts begin(long seed, Path directory) {
        return new RunFacts(OptionalLong.of(seed), directory);
    }

    /** Begins a run whose seeds are constants of its program; otherwise as {@link #begin(long, Path)}. */
    public static RunFacts begin(Path directory) {
        return new RunFacts(OptionalLong.empty(), directory);
    }

    /**
     * Sets the description of the run's disks; by default they are the host's and their page cache is not limited.
     *
     * @param device emulated, host, or a description of the disks
     * @param pageCache limit of the page cache, in words
     */
    public void setDisks(String device, String pageCache) {
        this.device = device;
        this.pageCache = pageCache;
    }

    /** Adds a fact of this kind of run; Jackson can write the value. */
    public void add(String name, Object value) {
        more.put(name, value);
    }

    /** Adds facts of this kind of run; Jackson can write the values. */
    public void addAll(Map<String, ?> facts) {
        more.putAll(facts);
    }

    /**
     * Adds the facts of the invocations before, whose figures are in the same result file.
     *
     * @param before the facts in that file
     */
    public void follow(Map<String, Object> before) {
        List<Object> all = new ArrayList<>();
        if (before.get(EARLIER) instanceof List<?> earlier) {
            all.addAll(earlier);
        }
        Map<String, Object> last = new LinkedHashMap<>(before);
        last.remove(EARLIER);
        all.add(last);
        add(EARLIER, all);
    }

    /** Returns the facts, as written to a result file. */
    public Map<String, Object> toMap() {
        String version = RunFacts.class.getPackage().getImplementationVersion();
        Map<String, Object> facts = new LinkedHashMap<>();
        seed.ifPresent(value -> facts.put("seed", value));
        facts.put("begun", begun.truncatedTo(ChronoUnit.SECONDS).toString());
        facts.put("ssdtier", version == null ? "unpackaged" : version);
        facts.put("commit", commit);
        facts.put("cassandra", CassandraRelease.version());
        facts.put("java", System.getProperty("java.version"));
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        facts.put("device", device);
        facts.put("file_system", fileSystem());
        facts.put("page_cache", pageCache);
        facts.put("load_average_before", loadBefore);
        facts.put("load_average_after", loadAverage());
        facts.putAll(more);
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
            return UNKNOWN;
        }
    }

    /** Returns the average number of processes running or waiting for a core over the last minute. */
    public static double loadAverage() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return Math.round(load * 100) / 100.0;
    }
}
