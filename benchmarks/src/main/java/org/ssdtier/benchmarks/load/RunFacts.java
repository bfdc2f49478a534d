package org.ssdtier.benchmarks.load;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import org.ssdtier.benchmarks.node.Checkout;

/** What a reader of a figure must know about the machine and the software it came from. */
public final class RunFacts {
    private static final String CASSANDRA = "5.0.9";
    private static final String UNKNOWN = "unknown";

    private final OptionalLong seed;
    private final Path directory;
    private final double loadBefore = loadAverage();
    private final Instant begun = Instant.now();
    private String device = "host";
    private String pageCache = "not limited";

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

    /**
     * Says what the run's disks are; without it they are the host's and their page cache is not limited.
     *
     * @param device emulated, host, or which disks
     * @param pageCache its limit, in words
     */
    public void setDisks(String device, String pageCache) {
        this.device = device;
        this.pageCache = pageCache;
    }

    /** The facts, as they go into a result file. */
    public Map<String, Object> toMap() {
        String version = RunFacts.class.getPackage().getImplementationVersion();
        Map<String, Object> facts = new LinkedHashMap<>();
        seed.ifPresent(value -> facts.put("seed", value));
        facts.put("begun", begun.truncatedTo(ChronoUnit.SECONDS).toString());
        facts.put("ssdtier", version == null ? "unpackaged" : version);
        facts.put("commit", commit());
        facts.put("cassandra", CASSANDRA);
        facts.put("java", System.getProperty("java.version"));
        facts.put("os", System.getProperty("os.name") + " " + System.getProperty("os.version"));
        facts.put("cores", Runtime.getRuntime().availableProcessors());
        facts.put("device", device);
        facts.put("file_system", fileSystem());
        facts.put("page_cache", pageCache);
        facts.put("load_average_before", loadBefore);
        facts.put("load_average_after", loadAverage());
        return facts;
    }

    /** The commit that the checkout is at; with {@code -dirty} if files differ from it. */
    private static String commit() {
        String root = Checkout.locate().root().toString();
        try {
            Process git = new ProcessBuilder(
                            "git", "-C", root, "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            String words = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor() == 0 && !words.isEmpty() ? words : UNKNOWN;
        } catch (IOException e) {
            return UNKNOWN;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return UNKNOWN;
        }
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

    /** Processes that run or wait for a core, over the last minute. */
    public static double loadAverage() {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return Math.round(load * 100) / 100.0;
    }
}
