package org.ssdtier.benchmarks.threads;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.ssdtier.benchmarks.brief.BriefWorkload;
import org.ssdtier.benchmarks.load.Spread;

/**
 * The brief's table of the advantage of its SSDs over its hard disks, with ours beside it: by requests per second, and
 * by the device time of a request, which the cores of this machine cannot limit.
 *
 * @param result the result
 */
record AdvantageTable(ThreadsResult result) {
    static final List<String> HEADING = List.of(
            "Workload",
            "Threads",
            "The brief's",
            "The brief: SSDs to hard disks",
            "Requests/s here",
            "Device time here");

    private static final String NO_FIGURE = "–";

    /** Returns the rows, each with as many cells as the heading; those without both arms are left out. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        for (ThreadsResult.Row row : result.rows()) {
            Spread requests = result.ratio(row, ThreadsArm.SSD, ThreadsArm.HDD, CellResult::requestsPerSecond);
            if (requests.runs() > 0) {
                rows.add(row(row, requests));
            }
        }
        return rows;
    }

    private List<String> row(ThreadsResult.Row row, Spread requests) {
        OptionalDouble brief = row.workload().advantage(row.threads());
        Spread device = result.ratio(row, ThreadsArm.HDD, ThreadsArm.SSD, CellResult::deviceMicros);
        return List.of(
                row.workload() + ": " + row.workload().words,
                Integer.toString(row.threads()),
                brief.isPresent() ? Integer.toString(row.threads() * BriefWorkload.BRIEF_THREADS_FACTOR) : NO_FIGURE,
                brief.isPresent() ? text(brief.getAsDouble()) : NO_FIGURE,
                text(requests.median()) + cpu(row),
                device.runs() == 0 ? NO_FIGURE : text(device.median()));
    }

    private String cpu(ThreadsResult.Row row) {
        return result.limitedByCpu(row, ThreadsArm.SSD) || result.limitedByCpu(row, ThreadsArm.HDD) ? " (CPU)" : "";
    }

    private static String text(double ratio) {
        return String.format(Locale.ROOT, "%.1f", ratio);
    }
}
