package org.ssdtier.ycsb.run;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;
import org.ssdtier.ycsb.workload.OperationType;

/** The result of a run. A run has succeeded only if no operation failed and it did everything requested. */
public final class RunResult {
    private final RunPhase phase;
    private final double seconds;
    private final long transactions;
    private final Map<OperationType, OperationTotal> totals;
    private final List<IntervalReport> intervals;
    private final @Nullable String problem;

    RunResult(
            RunPhase phase,
            double seconds,
            long transactions,
            Measurement measurement,
            List<IntervalReport> intervals,
            @Nullable String problem) {
        this.phase = phase;
        this.seconds = seconds;
        this.transactions = transactions;
        this.totals = totals(measurement);
        this.intervals = List.copyOf(intervals);
        this.problem = problem;
    }

    private static Map<OperationType, OperationTotal> totals(Measurement measurement) {
        Map<OperationType, OperationTotal> totals = new EnumMap<>(OperationType.class);
        for (OperationType operation : OperationType.values()) {
            OperationRecorder recorder = measurement.of(operation);
            totals.put(
                    operation,
                    new OperationTotal(
                            recorder.operations(),
                            recorder.failures(),
                            recorder.failuresByStatus(),
                            recorder.serviceMicros(),
                            recorder.responseMicros()));
        }
        return Collections.unmodifiableMap(totals);
    }

    /** Returns the phase that was run. */
    public RunPhase phase() {
        return phase;
    }

    /** Returns the seconds from the first operation to the end of the last, without connecting and initialising. */
    public double seconds() {
        return seconds;
    }

    /** Returns the number of iterations of the workload. */
    public long transactions() {
        return transactions;
    }

    /** Returns the figures of one kind of operation over the whole run; all zero if it did not happen. */
    public OperationTotal of(OperationType operation) {
        return totals.get(operation);
    }

    /** Returns the number of requests to the database, including failed ones; a read-modify-write is two. */
    public long requests() {
        return totals.entrySet().stream()
                .filter(e -> e.getKey().isRequest())
                .mapToLong(e -> e.getValue().operations())
                .sum();
    }

    /** Returns the number of failures: failed requests, and records with unexpected content. */
    public long failures() {
        return totals.entrySet().stream()
                .filter(e -> e.getKey() != OperationType.READ_MODIFY_WRITE)
                .mapToLong(e -> e.getValue().failures())
                .sum();
    }

    /** Returns the number of requests per second, including failed ones. */
    public double requestsPerSecond() {
        return perSecond(requests());
    }

    /** Returns the number of requests of one kind per second. */
    public double requestsPerSecond(OperationType operation) {
        return perSecond(of(operation).operations());
    }

    private double perSecond(long count) {
        return seconds > 0 ? count / seconds : 0;
    }

    /** Returns the run's intervals, oldest first. */
    public List<IntervalReport> intervals() {
        return intervals;
    }

    /** Returns true if nothing failed and the run did everything requested. */
    public boolean succeeded() {
        return problem == null && failures() == 0;
    }

    /** Returns the reason why the run did not {@linkplain #succeeded() succeed}, or null. */
    public @Nullable String problem() {
        if (problem != null || failures() == 0) {
            return problem;
        }
        return failures() + " operations failed: " + failuresByStatus();
    }

    /** Returns the counts of failures as {@code OPERATION/STATUS=count}. */
    public List<String> failuresByStatus() {
        List<String> lines = new ArrayList<>();
        totals.forEach((operation, total) -> total.failuresByStatus()
                .forEach((status, count) -> lines.add(operation.label() + "/" + status + "=" + count)));
        return lines;
    }

    /** Prints the totals in the format of YCSB's own text exporter, so that its parsers read them. */
    public void print(PrintStream out) {
        line(out, "OVERALL", "RunTime(ms)", Math.round(seconds * 1_000));
        line(out, "OVERALL", "Throughput(ops/sec)", perSecond(transactions));
        line(out, "OVERALL", "Transactions", transactions);
        line(out, "OVERALL", "Failures", failures());
        totals.forEach((operation, total) -> {
            if (total.operations() > 0) {
                print(out, operation, total);
            }
        });
    }

    private static void print(PrintStream out, OperationType operation, OperationTotal total) {
        String label = operation.label();
        line(out, label, "Operations", total.operations());
        print(out, label, total.serviceMicros());
        print(out, "Intended-" + label, total.responseMicros());
        line(out, label, "Return=OK", total.operations() - total.failures());
        total.failuresByStatus().forEach((status, count) -> line(out, label, "Return=" + status, count));
    }

    private static void print(PrintStream out, String label, Histogram micros) {
        line(out, label, "AverageLatency(us)", micros.getTotalCount() == 0 ? 0.0 : micros.getMean());
        line(out, label, "MaxLatency(us)", micros.getMaxValue());
        line(out, label, "50thPercentileLatency(us)", micros.getValueAtPercentile(50));
        line(out, label, "95thPercentileLatency(us)", micros.getValueAtPercentile(95));
        line(out, label, "99thPercentileLatency(us)", micros.getValueAtPercentile(99));
        line(out, label, "99.9PercentileLatency(us)", micros.getValueAtPercentile(99.9));
    }

    private static void line(PrintStream out, String label, String name, Object value) {
        out.println("[" + label + "], " + name + ", "
                + (value instanceof Double d ? String.format(Locale.ROOT, "%.3f", d) : value));
    }

    /**
     * Writes the latency histograms as an HdrHistogram log. Each kind of operation has two lines tagged with its name;
     * {@code Intended-} lines are measured from the due time. Logs of several runs are merged by adding histograms.
     */
    public void writeHistogramLog(Path file) throws IOException {
        try (PrintStream out = new PrintStream(Files.newOutputStream(file), false, StandardCharsets.UTF_8)) {
            HistogramLogWriter log = new HistogramLogWriter(out);
            log.outputLogFormatVersion();
            log.outputComment("[Latencies in microseconds]");
            log.outputLegend();
            totals.forEach((operation, total) -> {
                if (total.operations() > 0) {
                    write(log, operation.label(), total.serviceMicros());
                    write(log, "Intended-" + operation.label(), total.responseMicros());
                }
            });
            if (out.checkError()) {
                throw new IOException("file=" + file + ": could not be written");
            }
        }
    }

    private void write(HistogramLogWriter log, String tag, Histogram micros) {
        micros.setTag(tag);
        micros.setStartTimeStamp(0);
        micros.setEndTimeStamp(Math.round(seconds * 1_000));
        log.outputIntervalHistogram(micros);
    }
}
