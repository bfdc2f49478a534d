package org.ssdtier.benchmarks.scaling;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ssdtier.benchmarks.load.TextTable;

/**
 * The result of {@code ssdtier bench scaling}.
 *
 * @param bench name of the measurement
 * @param run facts of the run
 * @param points figures of each number of rows, ascending
 * @param growths growth of the figures that grow
 * @param nodes extrapolated figures of larger nodes
 */
record ScalingResult(
        String bench,
        Map<String, Object> run,
        List<ScalingPoint> points,
        List<Growth> growths,
        List<NodeEstimate> nodes) {
    private static final double PERCENT = 100;
    private static final double MILLION = 1e6;

    /** Returns the result of at least two sizes in ascending order. */
    static ScalingResult of(Map<String, Object> run, List<ScalingPoint> points) {
        Growth index = Growth.of("index_MiB", points, ScalingPoint::indexMebibytes);
        Growth saved = Growth.of("saved_index_MiB", points, ScalingPoint::savedMebibytes);
        Growth start = Growth.of("start_s", points, ScalingPoint::startSeconds);
        Growth heap = Growth.of("heap_MiB", points, ScalingPoint::heapMebibytes);
        Growth stop = Growth.of("stop_s", points, ScalingPoint::stopSeconds);
        return new ScalingResult(
                "scaling",
                run,
                List.copyOf(points),
                List.of(index, heap, saved, stop, start),
                NodeEstimate.all(index, saved, start));
    }

    /** Prints the three tables. */
    void print(PrintWriter out) {
        TextTable.print(
                out,
                List.of(
                        "million rows",
                        "index MiB",
                        "heap MiB",
                        "saved MiB",
                        "stop s",
                        "start s",
                        "rows/s",
                        "false reads",
                        "drop p99 µs",
                        "purge ms"),
                points.stream().map(ScalingResult::row).toList());
        out.println();
        TextTable.print(
                out,
                List.of("figure", "per million rows", "seen at most", "line through the others deviates"),
                growths.stream().map(ScalingResult::row).toList());
        out.println();
        TextTable.print(
                out,
                List.of(
                        "data TB",
                        "row B",
                        "SSD GB",
                        "million rows",
                        "index GB",
                        "least heap GB",
                        "segments",
                        "saved GB",
                        "start s",
                        "read after a kill GB",
                        "possible"),
                nodes.stream().map(ScalingResult::row).toList());
    }

    private static List<String> row(ScalingPoint point) {
        return List.of(
                text("%,.1f", point.rows() / MILLION),
                text("%.1f", point.indexMebibytes()),
                text("%.1f", point.heapMebibytes()),
                text("%.1f", point.savedMebibytes()),
                text("%.2f", point.stopSeconds()),
                text("%.2f", point.startSeconds()),
                text("%,.0f", point.rowsPerSecond()),
                text("%.1e", point.falseReads()),
                text("%.2f", point.dropMicros()),
                text("%.3f", point.purgeMillis()));
    }

    private static List<String> row(Growth growth) {
        return List.of(
                growth.name(),
                text("%.3f", growth.perMillion()),
                text("%.2f", growth.atLargest()),
                Double.isNaN(growth.error()) ? "–" : text("%+.1f %%", growth.error() * PERCENT));
    }

    private static List<String> row(NodeEstimate node) {
        return List.of(
                Integer.toString(node.dataTerabytes()),
                Integer.toString(node.rowBytes()),
                text("%,.0f", node.ssdGigabytes()),
                text("%,.0f", node.millionRows()),
                text("%,.1f", node.indexGigabytes()),
                text("%,.1f", node.leastHeapGigabytes()),
                text("%,d × %d MiB", node.segments(), node.segmentMebibytes()),
                text("%,.1f", node.savedGigabytes()),
                text("%,.0f", node.startSeconds()),
                text("%,.0f", node.killGigabytes()),
                node.isPossible() ? "yes" : "no");
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
