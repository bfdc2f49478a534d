package org.ssdtier.benchmarks.tools;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ssdtier.benchmarks.node.Checkout;
import org.ssdtier.benchmarks.node.NodeProcess;

/** The use of a tool during one slot, as an operator uses it: each start is a process. */
final class ToolUse implements AutoCloseable {
    private final List<String> command;
    /** The highest exit code of a tool that has done its work: 1 for a doctor, which has a finding. */
    private final int mostExitCode;

    private final boolean isLasting;
    private final long everyNanos;
    private final AtomicInteger starts = new AtomicInteger();
    private final AtomicInteger ends = new AtomicInteger();
    private final @Nullable Thread thread;
    private volatile @Nullable Process process;
    private volatile @Nullable String failure;
    private volatile boolean isClosed;

    private ToolUse(ToolsArm arm, List<String> command, long everyNanos) {
        this.command = command;
        this.mostExitCode = arm == ToolsArm.DOCTOR ? 1 : 0;
        this.isLasting = arm == ToolsArm.TOP;
        this.everyNanos = everyNanos;
        this.thread = command.isEmpty() ? null : new Thread(this::use, "tool");
    }

    /** Begins to use the tool of an arm; an arm without one has none. */
    static ToolUse begin(ToolsArm arm, NodeProcess node, ToolsOptions options) throws IOException {
        ToolUse use = new ToolUse(arm, command(arm, node), TimeUnit.SECONDS.toNanos(options.everySeconds()));
        Thread thread = use.thread;
        if (thread != null) {
            thread.start();
        }
        return use;
    }

    private static List<String> command(ToolsArm arm, NodeProcess node) throws IOException {
        Path home = node.home().directory();
        String jmx = node.home().ports().address() + ":" + node.home().ports().jmx();
        return switch (arm) {
            case NOTHING, NOTHING_AGAIN, NO_SAMPLING -> List.of();
            case CURVE -> List.of(home.resolve("bin/nodetool").toString(), "ssdrowcache", "curve");
            case DOCTOR -> List.of(home.resolve("bin/ssdtier").toString(), "doctor", jmx);
            case TOP -> List.of(Checkout.locate().root().resolve("ssdtier").toString(), "top", jmx);
        };
    }

    /** Returns the number of uses so far: those that have ended, or the one that lasts. */
    int uses() {
        return Math.max(ends.get(), isLasting ? starts.get() : 0);
    }

    /**
     * Checks that the tool has worked so far.
     *
     * @throws IOException if it failed, or was never started
     */
    void check() throws IOException {
        if (failure != null) {
            throw new IOException(failure);
        }
        if (thread != null && starts.get() == 0) {
            throw new IOException("tool=" + command + ": not started during the slot");
        }
    }

    private void use() {
        try {
            while (!isClosed) {
                long begin = System.nanoTime();
                runOnce();
                long left = everyNanos - (System.nanoTime() - begin);
                if (left > 0) {
                    TimeUnit.NANOSECONDS.sleep(left);
                }
            }
        } catch (IOException e) {
            failure = "tool=" + command + ": " + e.getMessage();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the slot has ended
        }
    }

    /** The tool takes processors from neither node nor load, as if it ran on a machine of its own. */
    private static List<String> atLowestPriority(List<String> command) {
        return Stream.concat(Stream.of("nice", "-n", "19"), command.stream()).toList();
    }

    private void runOnce() throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(atLowestPriority(command))
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("SSDTIER_BUILD", "never");
        builder.environment().keySet().removeAll(List.of("CASSANDRA_HOME", "CASSANDRA_CONF", "CASSANDRA_INCLUDE"));
        Process started = builder.start();
        process = started;
        starts.incrementAndGet();
        int exitCode = started.waitFor();
        if (exitCode > mostExitCode && !isClosed) {
            throw new IOException("exit code " + exitCode);
        }
        ends.incrementAndGet();
    }

    /** Ends the tool and waits for its end. */
    @Override
    public void close() throws IOException {
        isClosed = true;
        Thread user = thread;
        if (user == null) {
            return;
        }
        user.interrupt();
        try {
            user.join();
            Process last = process;
            if (last != null) {
                List<ProcessHandle> all = last.descendants().toList();
                last.destroy();
                all.forEach(ProcessHandle::destroy);
                last.waitFor();
                all.forEach(one -> one.onExit().orTimeout(10, TimeUnit.SECONDS).join());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("tool=" + command + ": interrupted", e);
        }
    }
}
