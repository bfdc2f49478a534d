package org.ssdtier.benchmarks.top;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code ssdtier top}. */
@Command(
        name = "top",
        mixinStandardHelpOptions = true,
        description =
                "Show the row caches of nodes, live: reads by tier, latencies, flow between the tiers, bytes, hottest"
                        + " tables. Without a terminal, a line for each node and sample.",
        footer = {"", "Exit codes: 0 success, 1 no node answered, 2 usage error."})
public final class TopCommand implements Callable<Integer> {
    private static final int DEFAULT_WIDTH = 120;
    private static final double MOST_SECONDS = 3_600;
    private static final ObjectMapper JSON = new ObjectMapper();

    @Parameters(paramLabel = "HOST[:PORT]", description = "The nodes, by their addresses for JMX (default: 127.0.0.1).")
    private List<String> nodes = new ArrayList<>();

    @Option(
            names = {"-p", "--port"},
            paramLabel = "PORT",
            defaultValue = "7199",
            description = "Port of JMX of nodes without one (default: ${DEFAULT-VALUE}).")
    private int port;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            defaultValue = "2",
            description = "Time between two samples (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "0",
            description = "End after N samples; 0 for no end (default: ${DEFAULT-VALUE}).")
    private int count;

    @Option(names = "--once", description = "Print every view of one sample, and end.")
    private boolean once;

    @Option(names = "--json", description = "Print one JSON object for each sample, on a line.")
    private boolean json;

    @Option(
            names = "--view",
            paramLabel = "NAME",
            description = "The first view, or the one that is printed: ${COMPLETION-CANDIDATES}.")
    private @Nullable View view;

    @Mixin
    private Login login = new Login();

    @Spec
    private @Nullable CommandSpec spec;

    private @Nullable List<Reading> before;

    /** For picocli. */
    public TopCommand() {}

    @Override
    public Integer call() throws IOException {
        if (seconds < 0.1 || seconds > MOST_SECONDS) {
            throw new IllegalArgumentException("--interval=" + seconds + ", allowed 0.1 to " + MOST_SECONDS);
        }
        if (count < 0) {
            throw new IllegalArgumentException("--count=" + count + ", allowed 0 and more");
        }
        try (Readings readings = readings()) {
            boolean isPlain = once || json || !hasTerminal();
            return (isPlain ? print(readings) : showLive(readings)) ? 0 : 1;
        }
    }

    @SuppressWarnings("SystemConsoleNull") // the launcher runs on Java 17
    private static boolean hasTerminal() {
        return System.console() != null;
    }

    private Readings readings() throws IOException {
        Map<String, Object> environment = login.environment();
        List<NodeReader> readers = new ArrayList<>();
        for (String node : nodes.isEmpty() ? List.of("127.0.0.1") : nodes) {
            readers.add(new NodeReader(NodeAddress.parse(node, port), environment, System::nanoTime));
        }
        return new Readings(readers, System::nanoTime);
    }

    /** Prints samples. Returns whether a node answered in the last one. */
    private boolean print(Readings readings) throws IOException {
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        int samples = once ? 1 : count;
        before = readings.read();
        boolean isReached = false;
        for (int i = 0; samples == 0 || i < samples; i++) {
            sleep();
            Sample sample = next(readings);
            isReached = sample.isReached();
            if (json) {
                out.println(JSON.writeValueAsString(sample));
            } else {
                lines(sample).forEach(out::println);
            }
            out.flush();
            if (out.checkError()) {
                return isReached; // the reader of a pipe has ended
            }
        }
        return isReached;
    }

    private List<String> lines(Sample sample) {
        Screen screen = new Screen(width(), Integer.MAX_VALUE);
        if (once && view == null) {
            return screen.report(sample);
        }
        return screen.report(sample, view == null ? View.OVERVIEW : view);
    }

    private static int width() {
        String columns = System.getenv("COLUMNS");
        return columns != null && columns.matches("[1-9]\\d{1,3}") ? Integer.parseInt(columns) : DEFAULT_WIDTH;
    }

    /** Shows samples in the terminal, the first without rates. Returns whether a node answered in the last one. */
    private boolean showLive(Readings readings) throws IOException {
        try (Terminal terminal = TerminalBuilder.builder().system(true).build()) {
            if (Terminal.TYPE_DUMB.equals(terminal.getType())) {
                return print(readings);
            }
            LiveScreen screen = new LiveScreen(terminal, view == null ? View.OVERVIEW : view, System::nanoTime);
            long intervalNanos = (long) (seconds * TimeUnit.SECONDS.toNanos(1));
            return screen.run(() -> next(readings), intervalNanos, count).isReached();
        }
    }

    private Sample next(Readings readings) throws IOException {
        List<Reading> after = readings.read();
        String time = DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                Instant.now().truncatedTo(ChronoUnit.MILLIS).atZone(ZoneId.systemDefault()));
        Sample sample = Sample.of(time, before, after);
        before = after;
        return sample;
    }

    private void sleep() throws IOException {
        try {
            TimeUnit.MILLISECONDS.sleep((long) (1_000 * seconds));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
