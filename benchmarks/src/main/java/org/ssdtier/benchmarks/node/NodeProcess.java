package org.ssdtier.benchmarks.node;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongConsumer;

/**
 * A Cassandra node in a JVM of its own, with methods to start, query, stop, kill and restart it.
 *
 * <pre>{@code
 * NodeSettings settings = NodeSettings.in(directory).heap("384M").ports(NodePorts.free()).build();
 * try (NodeProcess node = NodeProcess.start(settings); CqlSession session = node.session()) {
 *     session.execute("...");
 *     node.nodetool("flush");
 *     node.kill();
 *     node.restart();
 * }
 * }</pre>
 *
 * <p>A node of {@link #start} ends with this JVM; one of {@link #startDetached} outlives it. The caller's environment
 * variable {@code JVM_EXTRA_OPTS} applies to every node. Not thread-safe.
 */
public final class NodeProcess implements AutoCloseable {
    private static final Duration START_TIMEOUT = Duration.ofMinutes(5);
    private static final Duration STOP_TIMEOUT = Duration.ofMinutes(2);
    private static final long POLL_MILLIS = 100;
    /** Options that disable waiting for other nodes; there are none. */
    private static final List<String> SINGLE_NODE_OPTIONS = List.of(
            "-Dcassandra.ring_delay_ms=0",
            "-Dcassandra.skip_wait_for_gossip_to_settle=0",
            "-Dcassandra.superuser_setup_delay_ms=0",
            "-Dcassandra.shutdown_announce_in_ms=0");

    /**
     * Option to measure the row overhead of a memtable on 1,000 rows instead of 100,000: the result is 179 bytes per
     * row instead of 180, and each start is four seconds shorter.
     */
    private static final String ROWS_TO_MEASURE = "-Dcassandra.memtable_row_overhead_computation_step=1000";

    /** In the regions that the JVM chooses for a small heap, each slab of a memtable, of a mebibyte, would take two. */
    private static final String REGIONS_OF_SLABS = "-XX:G1HeapRegionSize=4M";

    private static final String EXTRA_OPTIONS = "JVM_EXTRA_OPTS";

    private final NodeSettings settings;
    private final NodeHome home;
    private final boolean detached;
    private ProcessHandle handle;

    private NodeProcess(NodeSettings settings, NodeHome home, boolean detached, ProcessHandle handle) {
        this.settings = settings;
        this.home = home;
        this.detached = detached;
        this.handle = handle;
    }

    /** Starts a node that ends with this JVM, and waits until it responds to clients. */
    public static NodeProcess start(NodeSettings settings) throws IOException {
        return start(settings, false, millis -> {});
    }

    /**
     * Starts a node that outlives this JVM, and waits until it responds to clients.
     *
     * @param progress called about every tenth of a second with the milliseconds that the start has taken
     */
    public static NodeProcess startDetached(NodeSettings settings, LongConsumer progress) throws IOException {
        return start(settings, true, progress);
    }

    /**
     * Returns the node that runs in a directory.
     *
     * @throws IOException if no node is running there
     */
    public static NodeProcess attach(NodeHome home) throws IOException {
        ProcessHandle running = home.running()
                .orElseThrow(() -> new IOException("directory=" + home.directory() + ": no node is running here"));
        NodeSettings settings =
                NodeSettings.in(home.directory()).stock(home.isStock()).build();
        return new NodeProcess(settings, home, true, running);
    }

    /** Returns the node's directory. */
    public NodeHome home() {
        return home;
    }

    /** Returns the process id of the node's JVM, even after it has ended. */
    public long pid() {
        return handle.pid();
    }

    /** Returns whether the JVM is running. */
    public boolean isAlive() {
        return handle.isAlive();
    }

    /** Returns whether the node responds to clients. */
    public boolean answers() throws IOException {
        return CqlProbe.answers(home.ports().contactPoint());
    }

    /** Stops the node as an operator would, by SIGTERM, and waits for its end. */
    public void stop() throws IOException {
        handle.destroy();
        if (!awaitExit(STOP_TIMEOUT)) {
            throw new IOException("pid=" + pid() + ": still running " + STOP_TIMEOUT.toSeconds()
                    + " s after SIGTERM; see " + home.logFile());
        }
        Files.deleteIfExists(home.pidFile());
    }

    /** Ends the node immediately, by SIGKILL, and waits for its end. */
    public void kill() throws IOException {
        handle.destroyForcibly();
        if (!awaitExit(STOP_TIMEOUT)) {
            throw new IOException("pid=" + pid() + ": still running after SIGKILL");
        }
        Files.deleteIfExists(home.pidFile());
    }

    /** Restarts the node with the settings of its start; stops it first if it is running. */
    public void restart() throws IOException {
        if (isAlive()) {
            stop();
        }
        handle = launch(settings, home, detached, millis -> {});
    }

    /** Runs nodetool against this node. */
    public ToolResult nodetool(String... arguments) throws IOException {
        return run("bin/nodetool", arguments);
    }

    /**
     * Runs a program of the node, such as {@code tools/bin/sstablemetadata}, and waits for its end.
     *
     * @throws IOException if it cannot be started or is interrupted
     */
    public ToolResult run(String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(home.program(program).toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        removeForeignVariables(builder);
        Process process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            return new ToolResult(process.waitFor(), output);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("program=" + program + ": interrupted", e);
        }
    }

    /** Returns a driver session with this node; the caller closes it. */
    public CqlSession session() throws IOException {
        DriverConfigLoader configuration = DriverConfigLoader.programmaticBuilder()
                .withDuration(DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofSeconds(30))
                .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, Duration.ofSeconds(10))
                // find a restarted node soon
                .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, Duration.ofMillis(200))
                .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, Duration.ofSeconds(1))
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, Duration.ofSeconds(30))
                // callers wait for schema changes: do not wait another second for further changes
                .withDuration(DefaultDriverOption.METADATA_SCHEMA_WINDOW, Duration.ofMillis(10))
                // a node writes its traces in the background: wait up to 30 s for a trace
                .withInt(DefaultDriverOption.REQUEST_TRACE_ATTEMPTS, 600)
                .withDuration(DefaultDriverOption.REQUEST_TRACE_INTERVAL, Duration.ofMillis(50))
                .build();
        return CqlSession.builder()
                .addContactPoint(home.ports().contactPoint())
                .withLocalDatacenter("datacenter1")
                .withConfigLoader(configuration)
                .build();
    }

    /** Returns a JMX connection to this node; the caller closes it. */
    public NodeJmx jmx() throws IOException {
        return NodeJmx.connect(home.ports().jmx());
    }

    /** Stops the node unless it is detached; kills it if it does not stop. */
    @Override
    public void close() throws IOException {
        if (detached || !isAlive()) {
            return;
        }
        try {
            stop();
        } catch (IOException e) {
            kill();
            throw e;
        }
    }

    private static NodeProcess start(NodeSettings settings, boolean detached, LongConsumer progress)
            throws IOException {
        if (Files.exists(settings.directory().resolve("conf/cassandra.yaml"))) {
            NodeHome existing = NodeHome.open(settings.directory());
            if (existing.running().isPresent()) {
                throw new IOException("directory=" + existing.directory() + " pid="
                        + existing.running().get().pid() + ": this node is already running");
            }
        }
        Optional<String> before = NodeHome.configurationIn(settings.directory());
        NodeHome home = NodeHome.prepare(settings);
        try {
            return new NodeProcess(settings, home, detached, launch(settings, home, detached, progress));
        } catch (NodeStartException e) {
            home.setAside(before);
            throw e;
        }
    }

    private static ProcessHandle launch(NodeSettings settings, NodeHome home, boolean detached, LongConsumer progress)
            throws IOException {
        NodePorts ports = home.ports();
        ports.requireFree();
        List<String> command = new ArrayList<>(settings.commandPrefix());
        command.add(home.program("bin/cassandra").toString());
        command.addAll(List.of("-p", home.pidFile().toString()));
        if (!detached) {
            command.add("-f");
        }
        command.add(ROWS_TO_MEASURE);
        if (settings.seeds().isEmpty()) {
            command.addAll(SINGLE_NODE_OPTIONS);
        }
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(home.outputFile().toFile());
        removeForeignVariables(builder);
        builder.environment()
                .merge(
                        EXTRA_OPTIONS,
                        REGIONS_OF_SLABS + " " + settings.jvmOptionsText(),
                        (given, ours) -> given + " " + ours);
        Files.deleteIfExists(home.pidFile());
        Process shell = builder.start();
        ProcessHandle handle = detached ? daemonOf(shell, home) : killOnShutdown(shell);
        awaitAnswer(handle, home, progress);
        return handle;
    }

    /** Removes Cassandra's variables from the environment: those of the caller belong to another node. */
    private static void removeForeignVariables(ProcessBuilder builder) {
        List<String> foreign = List.of(
                "CASSANDRA_HOME", "CASSANDRA_CONF", "CASSANDRA_INCLUDE", "JVM_OPTS", "MAX_HEAP_SIZE", "CLASSPATH");
        builder.environment().keySet().removeAll(foreign);
    }

    private static ProcessHandle daemonOf(Process shell, NodeHome home) throws IOException {
        try {
            int exitCode = shell.waitFor();
            Optional<ProcessHandle> daemon = home.running();
            if (daemon.isEmpty()) {
                throw new NodeStartException("exit code " + exitCode + " of bin/cassandra", home);
            }
            return daemon.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static ProcessHandle killOnShutdown(Process node) {
        Thread hook = new Thread(node::destroyForcibly, "end-node-" + node.pid());
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) { // this program is ending
            node.destroyForcibly();
            throw e;
        }
        return node.toHandle();
    }

    private static void awaitAnswer(ProcessHandle handle, NodeHome home, LongConsumer progress) throws IOException {
        NodePorts ports = home.ports();
        CompletableFuture<ProcessHandle> exit = handle.onExit();
        long begin = System.nanoTime();
        while (!CqlProbe.answers(ports.contactPoint())) {
            long elapsedMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
            progress.accept(elapsedMillis);
            if (awaitExit(exit, Duration.ofMillis(POLL_MILLIS))) {
                throw new NodeStartException("the node ended while starting", home);
            }
            if (elapsedMillis > START_TIMEOUT.toMillis()) {
                handle.destroyForcibly();
                throw new NodeStartException("no answer within " + START_TIMEOUT.toSeconds() + " s", home);
            }
        }
    }

    private boolean awaitExit(Duration timeout) throws IOException {
        return awaitExit(handle.onExit(), timeout);
    }

    private static boolean awaitExit(CompletableFuture<ProcessHandle> exit, Duration timeout) throws IOException {
        try {
            exit.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } catch (ExecutionException e) {
            throw new IOException(e);
        }
    }
}
