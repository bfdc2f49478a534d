package org.ssdtier.benchmarks.peers;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.ssdtier.benchmarks.cli.BenchFindings;
import org.ssdtier.benchmarks.load.Spread;

/**
 * The result of a {@link PeersRun}.
 *
 * @param options options of the run
 * @param peers measurements in the order of the columns
 * @param readAheadKib KiB that the disk read ahead, in words if unknown
 */
record PeersResult(PeersOptions options, List<PeerRecord> peers, String readAheadKib) implements BenchFindings {
    private static final double LIMIT_THRESHOLD = 0.8;

    private static final String NONE = "-";
    private static final int LABEL_WIDTH = 40;
    private static final int WIDTH = 14;

    PeersResult {
        peers = List.copyOf(peers);
    }

    /** Returns whether no peer failed or gave wrong rows; peers that could not be run do not count. */
    @Override
    public boolean isGood() {
        return peers.stream().noneMatch(peer -> peer.hasFailed() || peer.hasWrongRows());
    }

    @Override
    public Map<String, Object> toMap(Map<String, Object> facts) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("bench", "peers");
        Map<String, Object> byName = new LinkedHashMap<>();
        for (PeerRecord peer : peers) {
            Map<String, Object> figures = peer.toMap();
            PeersOptions.THREADS.forEach(threads -> figures.put("limited_by_threads_" + threads, limit(peer, threads)));
            byName.put(peer.name().word(), figures);
        }
        map.put("peers", byName);
        map.put("good", isGood());
        map.put("settings", settings());
        Map<String, Object> run = new LinkedHashMap<>(facts);
        run.put(
                "page_cache",
                options.pageCacheMebibytes() + " MiB for each peer while it is read, where page_cache_capped");
        run.put("read_ahead_kb", readAheadKib);
        map.put("run", run);
        return map;
    }

    private Map<String, Object> settings() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("rows", options.rows());
        map.put("key_bytes", 25);
        map.put("value_bytes", 400);
        map.put("distribution", "uniform over the rows verified to be there");
        map.put("rounds", options.rounds());
        map.put("round_millis", options.roundMillis());
        map.put("memory_mib", options.memoryMebibytes());
        map.put("page_cache_mib", options.pageCacheMebibytes());
        map.put("heap", options.heap());
        return map;
    }

    /** Prints a table with one column per peer. */
    @Override
    public void print(PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%nPeers of the tier: %,d rows of 25 + 400 bytes, %d MiB of memory for values, %d MiB of page cache each; "
                        + "medians of %d rounds of %d ms%n%n",
                options.rows(),
                options.memoryMebibytes(),
                options.pageCacheMebibytes(),
                options.rounds(),
                options.roundMillis());
        line(out, "", peer -> peer.name().label());
        for (int threads : PeersOptions.THREADS) {
            reads(out, threads);
        }
        storage(out);
        line(out, "while overwritten: reads judged", peer -> count(judged(peer)));
        line(out, "  of these stale", peer -> count(peer.figure("overwrite", "stale")));
        line(out, "rows stale / wrong afterwards", peer -> pair(peer, "before_stop", "stale", "wrong"));
        line(out, "rows lost afterwards", peer -> count(peer.figure("before_stop", "absent")));
        restart(out, "stop");
        restart(out, "kill");
        for (PeerRecord peer : peers) {
            String remark = peer.remark();
            if (remark != null) {
                out.printf("%n%s: %s%n", peer.name().label(), remark);
            }
        }
        out.flush();
    }

    private void reads(PrintWriter out, int threads) {
        String at = ", " + threads + (threads == 1 ? " thread" : " threads");
        line(
                out,
                "reads/s" + at,
                peer -> count(peer.spread(threads, "reads_per_second").median()));
        line(out, "  low..high", peer -> range(peer.spread(threads, "reads_per_second")));
        line(
                out,
                "  to raw reads just before",
                peer -> decimal(peer.ratioToRaw(threads).median()));
        line(
                out,
                "  p50 / p99 us",
                peer -> both(
                        peer.spread(threads, "p50_us").median(),
                        peer.spread(threads, "p99_us").median()));
        line(out, "  limited by", peer -> limit(peer, threads));
        line(
                out,
                "  CPU us per read",
                peer -> decimal(peer.spread(threads, "cpu_us_per_read").median()));
        line(
                out,
                "  device reads per hit",
                peer -> decimal(peer.spread(threads, "device_reads_per_hit").median()));
        line(
                out,
                "  device bytes per hit",
                peer -> count(peer.spread(threads, "device_bytes_per_hit").median()));
        line(out, "  reads answered", peer -> percent(peer.hitShare(threads)));
    }

    private void storage(PrintWriter out) {
        line(out, "rows there after filling", peer -> percent(peer.residentShare()));
        line(out, "rows put per second", peer -> count(peer.figure("fill", "puts_per_second")));
        line(out, "memory bytes per row", peer -> count(peer.memoryBytesPerRow()));
        line(out, "bytes written per byte put", peer -> decimal(peer.writeAmplification()));
    }

    private void restart(PrintWriter out, String end) {
        String what = end.equals("stop") ? "clean stop" : "kill -9";
        String after = "after_" + end;
        line(out, what + ": seconds to open again", peer -> decimal(peer.figure("start_after_" + end, "seconds")));
        line(out, "  rows still there", peer -> percent(peer.keptShare("before_" + end, after)));
        line(out, "  rows stale / wrong", peer -> pair(peer, after, "stale", "wrong"));
    }

    private void line(PrintWriter out, String label, Function<PeerRecord, String> cell) {
        List<String> cells = new ArrayList<>();
        peers.forEach(peer -> cells.add(String.format("%" + WIDTH + "s", cell.apply(peer))));
        out.printf("%-" + LABEL_WIDTH + "s%s%n", label, String.join("", cells));
    }

    /**
     * Returns what limited the reads: the processors if they were busy at least 80 % of the time, the device if it did
     * at least 80 % of the reads of the raw peer in the same run, otherwise the peer itself.
     */
    private String limit(PeerRecord peer, int threads) {
        double processors = peer.spread(threads, "processor_share").median();
        double device = peer.deviceReadsPerSecond(threads);
        double most = peers.stream()
                .filter(other -> other.name() == PeerName.RAW)
                .mapToDouble(raw -> raw.deviceReadsPerSecond(threads))
                .findFirst()
                .orElse(Double.NaN);
        if (Double.isNaN(processors)) {
            return NONE;
        }
        if (processors >= LIMIT_THRESHOLD) {
            return "CPU";
        }
        if (device >= LIMIT_THRESHOLD * most) {
            return "device";
        }
        return Double.isNaN(most) || Double.isNaN(device) ? NONE : "itself";
    }

    private static double judged(PeerRecord peer) {
        return peer.figure("overwrite", "current")
                + peer.figure("overwrite", "stale")
                + peer.figure("overwrite", "wrong")
                + peer.figure("overwrite", "absent");
    }

    private static String pair(PeerRecord peer, String phase, String first, String second) {
        return both(peer.figure(phase, first), peer.figure(phase, second));
    }

    private static String both(double first, double second) {
        return Double.isNaN(first) ? NONE : count(first) + " / " + count(second);
    }

    private static String range(Spread spread) {
        return spread.runs() == 0 ? NONE : count(spread.minimum()) + ".." + count(spread.maximum());
    }

    private static String count(double value) {
        if (Double.isNaN(value)) {
            return NONE;
        }
        return value >= 1e6
                ? String.format(Locale.ROOT, "%.2fM", value / 1e6)
                : String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String decimal(double value) {
        return Double.isNaN(value) ? NONE : String.format(Locale.ROOT, "%.2f", value);
    }

    private static String percent(double share) {
        return Double.isNaN(share) ? NONE : String.format(Locale.ROOT, "%.2f %%", share * 100);
    }
}
