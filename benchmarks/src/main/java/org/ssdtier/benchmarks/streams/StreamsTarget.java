package org.ssdtier.benchmarks.streams;

import java.util.ArrayList;
import java.util.List;

/**
 * A figure of the paper, beside that of a run.
 *
 * @param name short name, by which pages refer to it
 * @param words the figure
 * @param paper its value in the paper, in words
 * @param online value of the run on mounted drives; NaN if the arms are missing
 * @param offline value of the run on the trace; NaN if there is none
 * @param goal value to reach
 * @param isMost whether the goal is the most rather than the least
 * @param judged the value that decides: that on mounted drives, if the figure exists there
 */
record StreamsTarget(
        String name,
        String words,
        String paper,
        double online,
        double offline,
        double goal,
        boolean isMost,
        double judged) {
    static final List<String> HEADING = List.of("Figure", "Paper", "Goal", "Online", "Offline", "Reached");

    private static final double THROUGHPUT = 1.56;
    private static final double COPIES = 0.10;
    private static final double TAIL = 0.46;
    private static final double ERASURES = 0.81;
    private static final double ROW_CACHE = 1.05;
    private static final double ALIKE = 0.95;
    /** Of the peak. A drive on which one stream is not this slow has too few writes behind it for the comparison. */
    private static final double SLOW = 0.47;

    private static final double RESOLVED = 0.99;

    /** Returns all figures of a run. */
    static List<StreamsTarget> of(StreamsResult result) {
        OnlineResult normal = result.online(OnlineArm.NORMAL).orElse(null);
        OnlineResult data = result.online(OnlineArm.MULTI_DATA).orElse(null);
        OfflineResult slow = result.offline(OfflineArm.NORMAL).orElse(null);
        OfflineResult fast = result.offline(OfflineArm.MULTI_DATA).orElse(null);
        List<StreamsTarget> targets = new ArrayList<>();
        addRowCache(result, targets);
        if (normal == null || data == null || slow == null || fast == null) {
            return targets;
        }
        addThroughput(result, targets);
        targets.add(onMounted(
                "copies",
                "pages copied for each written",
                "few, if any",
                copies(data) / copies(normal),
                ratio(
                        fast.replay().total().copiedSectors(),
                        slow.replay().total().copiedSectors()),
                COPIES,
                true));
        targets.add(onMounted(
                "tail",
                "99.9th percentile",
                "0.46",
                ratio(data.updates().p999Micros(), normal.updates().p999Micros()),
                fast.replay().total().latency().p999Micros()
                        / slow.replay().total().latency().p999Micros(),
                TAIL,
                true));
        targets.add(onMounted(
                "erasures",
                "units erased for each byte written",
                "0.81",
                data.erasures() / normal.erasures(),
                fast.erasures() / slow.erasures(),
                ERASURES,
                true));
        targets.add(resolved(result));
        addOrder(result, targets);
        return targets;
    }

    private static void addThroughput(StreamsResult result, List<StreamsTarget> targets) {
        targets.add(onMounted(
                "worst",
                "worst-case throughput, multi-data : normal",
                "1.56",
                worstOnline(result, OfflineArm.MULTI_DATA) / worstOnline(result, OfflineArm.NORMAL),
                worstOffline(result, OfflineArm.MULTI_DATA) / worstOffline(result, OfflineArm.NORMAL),
                THROUGHPUT,
                false));
        targets.add(onMounted(
                "normal",
                "worst-case throughput of normal, to the peak",
                "0.44 to 0.47",
                worstOnline(result, OfflineArm.NORMAL) / result.onlinePeak(),
                worstOffline(result, OfflineArm.NORMAL) / result.offlinePeak(),
                SLOW,
                true));
    }

    /** Adds the figures of the row cache, which exist only offline: there are fewer lifetime hints than kinds of files. */
    private static void addRowCache(StreamsResult result, List<StreamsTarget> targets) {
        addOffline(
                "cache-copies",
                "write amplification of the row cache's bytes, in a stream of their own",
                result.rowCacheWriteAmplification(),
                targets);
        addOffline(
                "cache-time",
                "drive time of a byte of the row cache, to one of the others'",
                result.rowCacheTime(),
                targets);
    }

    /** The least share of bytes, in any arm, for which it was known in time whose they are. */
    private static StreamsTarget resolved(StreamsResult result) {
        double least = result.online().stream()
                .mapToDouble(arm -> arm.streams().resolvedShare())
                .min()
                .orElse(Double.NaN);
        return new StreamsTarget(
                "resolved", "bytes whose file was known in time", "–", least, Double.NaN, RESOLVED, false, least);
    }

    private static void addOffline(String name, String words, double value, List<StreamsTarget> targets) {
        if (!Double.isNaN(value)) {
            targets.add(new StreamsTarget(name, words, "–", Double.NaN, value, ROW_CACHE, true, value));
        }
    }

    /** Adds the paper's order of the arms: multi-data, multi-log, single and normal alike, no TRIM. */
    private static void addOrder(StreamsResult result, List<StreamsTarget> targets) {
        addPair(result, OfflineArm.MULTI_DATA, OfflineArm.MULTI_LOG, "1.06 to 1.38", 1, targets);
        addPair(result, OfflineArm.MULTI_LOG, OfflineArm.SINGLE, "1.4 to 1.9", 1, targets);
        addPair(result, OfflineArm.SINGLE, OfflineArm.NORMAL, "about 1", ALIKE, targets);
        addPair(result, OfflineArm.SINGLE, OfflineArm.NO_TRIM, "2.2", 1, targets);
    }

    private static void addPair(
            StreamsResult result,
            OfflineArm better,
            OfflineArm worse,
            String paper,
            double goal,
            List<StreamsTarget> targets) {
        double offline = worstOffline(result, better) / worstOffline(result, worse);
        double online = worstOnline(result, better) / worstOnline(result, worse);
        targets.add(new StreamsTarget(
                better.name() + ":" + worse.name(),
                "worst-case throughput, " + better.name() + " : " + worse.name(),
                paper,
                online,
                offline,
                goal,
                false,
                Double.isNaN(online) ? offline : online));
    }

    /** Returns the worst rate on the trace, in MiB/s; NaN if the arm is missing. */
    private static double worstOffline(StreamsResult result, OfflineArm arm) {
        return result.offline(arm)
                .map(found -> found.worstRate(result.plan().driveBytes()))
                .orElse(Double.NaN);
    }

    /** Returns the worst rate on the mounted drive with the mapping of an offline arm; NaN if there is none. */
    private static double worstOnline(StreamsResult result, OfflineArm arm) {
        return result.online(arm.name())
                .map(found -> found.worstRate(result.driveSectors()))
                .orElse(Double.NaN);
    }

    private static StreamsTarget onMounted(
            String name, String words, String paper, double online, double offline, double goal, boolean isMost) {
        return new StreamsTarget(name, words, paper, online, offline, goal, isMost, online);
    }

    /** Returns whether a run reaches all goals; one without the arms for them does not. */
    static boolean areReached(StreamsResult result) {
        List<StreamsTarget> targets = of(result);
        return !targets.isEmpty() && targets.stream().allMatch(StreamsTarget::isReached);
    }

    /** Returns the rows of a table of all figures of a run. */
    static List<List<String>> rows(StreamsResult result) {
        return of(result).stream().map(StreamsTarget::row).toList();
    }

    private static double copies(OnlineResult result) {
        return ratio(result.flash().copiedSectors(), result.flash().writtenSectors());
    }

    private static double ratio(long one, long other) {
        return (double) one / other;
    }

    /** Returns whether the run reaches the goal. */
    boolean isReached() {
        return isMost ? judged <= goal : judged >= goal;
    }

    /** Returns the cells below {@link #HEADING}. */
    List<String> row() {
        return List.of(
                words,
                paper,
                (isMost ? "at most " : "at least ") + goal,
                figure(online),
                figure(offline),
                isReached() ? "yes" : "no");
    }

    private static String figure(double value) {
        return Double.isNaN(value) ? "–" : StreamsFormat.format("%.2f", value);
    }
}
