package org.ssdtier.ycsb.run;

import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import org.ssdtier.ycsb.workload.OperationType;
import site.ycsb.WorkloadException;

/**
 * The program form of {@link WorkloadRunner}, with the command line of {@code site.ycsb.Client} and an exit status that
 * reports failures.
 */
public final class RunnerMain {
    private static final int FAILED = 1;
    private static final int USAGE_ERROR = 2;

    private RunnerMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        System.exit(run(List.of(arguments), System.out, System.err));
    }

    static int run(List<String> line, PrintStream out, PrintStream err) throws InterruptedException {
        Arguments arguments;
        WorkloadRun run;
        try {
            arguments = Arguments.parse(line);
            RunListener listener = arguments.status() ? interval -> show(interval, err) : RunListener.NONE;
            run = WorkloadRunner.start(arguments.options(), listener);
        } catch (IllegalArgumentException | IOException | WorkloadException e) {
            return refuse(e, err);
        }
        try (run) {
            RunResult result = run.await();
            result.print(out);
            if (arguments.histogramLog() != null) {
                result.writeHistogramLog(arguments.histogramLog());
            }
            if (!result.succeeded()) {
                err.println("The run failed: " + result.problem());
            }
            return result.succeeded() ? 0 : FAILED;
        } catch (IOException | WorkloadException e) {
            if (e.getCause() instanceof IllegalArgumentException) {
                return refuse(e, err);
            }
            err.println(e);
            return FAILED;
        }
    }

    private static int refuse(Exception failure, PrintStream err) {
        err.println(failure instanceof IllegalArgumentException ? failure.getMessage() : failure);
        err.println(Arguments.USAGE);
        return USAGE_ERROR;
    }

    private static void show(IntervalReport interval, PrintStream err) {
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "%6.0f s %9.0f ops/s %6d failed",
                interval.elapsedSeconds(),
                interval.requestsPerSecond(),
                interval.failures()));
        for (OperationType type : OperationType.values()) {
            OperationInterval of = interval.of(type);
            if (of.operations() > 0) {
                line.append(String.format(
                        Locale.ROOT, "  %s p50 %d p99 %d us", type.label(), of.p50Micros(), of.p99Micros()));
            }
        }
        err.println(line);
    }
}
