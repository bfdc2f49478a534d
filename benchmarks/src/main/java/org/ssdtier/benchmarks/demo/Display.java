package org.ssdtier.benchmarks.demo;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import org.ssdtier.ycsb.run.IntervalReport;
import org.ssdtier.ycsb.stale.StalenessReport;

/** The progress output of the demo. */
final class Display {
    private final PrintWriter out;
    private boolean hasHeading;

    Display(PrintWriter out) {
        this.out = out;
    }

    void step(String words) {
        out.println(words + " ...");
        out.flush();
        hasHeading = false;
    }

    void warn(String words) {
        out.println("  warning: " + words);
        out.flush();
    }

    void loading(IntervalReport interval) {
        print("  %4.0f s  %,9.0f rows/s", interval.elapsedSeconds(), interval.requests() / interval.lengthSeconds());
    }

    void sample(Sample sample, StalenessReport staleness) {
        if (!hasHeading) {
            print(
                    "  %6s  %9s  %8s  %8s   %6s  %6s  %6s   %s",
                    "time", "reads/s", "p50 us", "p99 us", "memory", "SSD", "disk", "stale reads");
            hasHeading = true;
        }
        DemoCounters tier = sample.tier();
        print(
                "  %4.0f s  %,9.0f  %,8d  %,8d   %4.0f %%  %4.0f %%  %4.0f %%   %d of %,d",
                sample.second(),
                sample.readsPerSecond(),
                sample.reads().p50Micros(),
                sample.reads().p99Micros(),
                100 * tier.memoryShare(),
                100 * tier.ssdShare(),
                100 * tier.missShare(),
                staleness.stale() + staleness.lost() + staleness.ghost(),
                staleness.reads());
    }

    void summary(DemoResult result, Path report) {
        out.println();
        DemoReport.figures(result).forEach(row -> print("  %-34s %s", row.get(0), row.get(1)));
        DemoReport.violations(result).forEach(words -> print("  violation: %s", words));
        out.println();
        print("Report: %s", report);
    }

    private void print(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
        out.flush();
    }
}
