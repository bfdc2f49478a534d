package org.ssdtier.benchmarks.peers;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.device.ProgramMemory;
import org.ssdtier.benchmarks.report.Json;

/**
 * The run of one peer from its first start to the removal of its files. A failure ends the run and is recorded; the
 * other peers continue.
 */
final class PeerRun implements PairedRounds.Contestant, AutoCloseable {
    private static final String MAIN = "org.ssdtier.benchmarks.peers.probe.PeerBench";
    private static final int READERS = 4;
    private static final int OVERWRITTEN_SHARE = 10;

    private final PeerName name;
    private final PeersOptions options;
    private final PeerJars jars;
    private final Path directory;
    private final ProgramMemory memory;
    private final @Nullable MemcachedProgram program;
    private final PeerRecord kept;
    private @Nullable PeerProcess process;

    /**
     * Creates the run of a peer.
     *
     * @param memory memory limit of the process, closed with this
     */
    PeerRun(
            PeerName name,
            PeersOptions options,
            PeerJars jars,
            @Nullable MemcachedProgram program,
            ProgramMemory memory) {
        this.name = name;
        this.options = options;
        this.jars = jars;
        this.program = program;
        this.directory = options.directory().resolve(name.word());
        this.memory = memory;
        this.kept = new PeerRecord(name, memory.isBounded());
    }

    /** Returns the measurements so far. */
    PeerRecord kept() {
        return kept;
    }

    /** Fills the store. */
    void fill() throws InterruptedException {
        attempt(() -> {
            delete(directory);
            start();
            ask("warm");
            ask("open");
            JsonNode filled = ask("fill");
            if (Json.number(filled, "current") == 0) {
                throw new IOException("peer=" + name.word() + ": no row was there after it was filled");
            }
            kept.put("fill", filled);
        });
    }

    @Override
    public boolean isRaw() {
        return name == PeerName.RAW;
    }

    /**
     * Reads for one round; a round below 0 is not recorded. The page cache is limited again each time, because it could
     * grow by other memory that the store has released since.
     */
    @Override
    public OptionalDouble read(int threads, int round) throws InterruptedException {
        double[] readsPerSecond = {Double.NaN};
        attempt(() -> {
            memory.limitPageCache((long) options.pageCacheMebibytes() << 20);
            long seed = options.seed() + round + 1;
            JsonNode figures = ask("read " + threads + " " + options.roundMillis() + " " + seed);
            readsPerSecond[0] = Json.number(figures, "reads_per_second");
            if (round >= 0) {
                kept.addReads(threads, figures);
            }
        });
        return Double.isNaN(readsPerSecond[0]) ? OptionalDouble.empty() : OptionalDouble.of(readsPerSecond[0]);
    }

    @Override
    public void addRatioToRaw(int threads, double ratio) {
        kept.addRatioToRaw(threads, ratio);
    }

    /**
     * Measures the store's memory in its state after the reads. Lifts the limit first, which is meant for the page
     * cache alone: a JVM that grows during the measurement would be killed.
     */
    void weigh() throws InterruptedException {
        attempt(() -> {
            memory.liftLimit();
            kept.put("memory", ask("memory"));
        });
    }

    /** Overwrites rows, stops and restarts the store, kills and restarts it; checks all rows after each step. */
    void disturb() throws InterruptedException {
        if (name.isStore()) {
            attempt(() -> {
                memory.liftLimit();
                kept.put(
                        "overwrite",
                        ask("overwrite " + options.rows() / OVERWRITTEN_SHARE + " " + READERS + " " + options.seed()));
                kept.put("before_stop", ask("survey"));
                kept.put("stop", ask("stop"));
                running().awaitEnd();
                kept.put("before_kill", refilled(restart("start_after_stop", "after_stop")));
                ask("churn " + options.seed());
                running().killAndWait();
                restart("start_after_kill", "after_kill");
            });
        }
    }

    @Override
    public void close() throws IOException {
        if (process != null) {
            process.close();
            process = null;
        }
        memory.close();
        if (!kept.hasFailed()) {
            delete(directory);
        }
    }

    /** Fills a store again that lost more than half of its rows in the stop, so that the kill has rows to lose. */
    private JsonNode refilled(JsonNode survey) throws IOException, InterruptedException {
        return 2 * Json.number(survey, "current") < options.rows() ? ask("fill") : survey;
    }

    /** Starts the store again and returns the survey of its rows. */
    private JsonNode restart(String startPhase, String surveyPhase) throws IOException, InterruptedException {
        running().close();
        start();
        kept.put(startPhase, ask("open"));
        JsonNode survey = ask("survey");
        kept.put(surveyPhase, survey);
        return survey;
    }

    private void start() throws IOException {
        Map<String, String> environment = program == null ? Map.of() : program.environment();
        process = PeerProcess.start(name.word(), memory.inside(command()), directory, environment);
    }

    private List<String> command() throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse("java"));
        command.addAll(jars.checkout().jvmFlags());
        command.addAll(List.of(
                "-Xms" + options.heap(),
                "-Xmx" + options.heap(),
                "-XX:+AlwaysPreTouch",
                "-XX:+UseG1GC",
                // Otherwise SIFS keeps rows in the heap through soft references, and its reads do not reach the device.
                "-XX:SoftRefLRUPolicyMSPerMB=0",
                "-XX:MaxDirectMemorySize=1g",
                "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
                "-Dlogback.configurationFile=" + jars.checkout().configuration().resolve("logback-tools.xml"),
                "-cp",
                jars.classPath(name),
                MAIN,
                name.word(),
                directory.toString(),
                Integer.toString(options.rows()),
                Long.toString((long) options.memoryMebibytes() << 20),
                program == null ? "none" : program.program().toString()));
        return command;
    }

    private JsonNode ask(String command) throws IOException, InterruptedException {
        return running().ask(command);
    }

    private PeerProcess running() throws IOException {
        if (process == null) {
            throw new IOException("peer=" + name.word() + ": not running");
        }
        return process;
    }

    private void attempt(Step step) throws InterruptedException {
        if (kept.hasFailed()) {
            return;
        }
        try {
            step.run();
        } catch (IOException | RuntimeException e) {
            kept.fail(e.getMessage() == null ? e.toString() : e.getMessage());
            if (process != null) {
                process.killAndWait();
            }
        }
    }

    private static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> paths = Files.walk(tree)) {
            all = paths.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }

    /** A step of the run that may fail. */
    private interface Step {
        void run() throws IOException, InterruptedException;
    }
}
