package org.ssdtier.benchmarks.tools;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.ssdtier.benchmarks.load.NodeVerbs;
import org.ssdtier.benchmarks.load.PaperLoad;
import org.ssdtier.benchmarks.load.RowCacheCounters;
import org.ssdtier.benchmarks.load.ScratchNode;
import org.ssdtier.benchmarks.node.RowCacheKind;

/**
 * A run of one node at three sizes of its SSD. At the first size the curve is read; then the tier is resized to half and to
 * twice of it, warmed up, and its hit ratio measured.
 */
final class ResizeRun {
    /** The factors of the first size, in the order of the resizes. */
    private static final List<Double> FACTORS = List.of(0.5, 2.0);

    /** A warm-up ends when two parts in succession differ by less in their hit ratios. */
    private static final double SETTLED = 0.002;
    /** Fraction of a miniature in use that counts as full. */
    private static final double FULL = 0.97;

    private final ResizeOptions options;
    private final Consumer<String> progress;
    private int part;

    ResizeRun(ResizeOptions options, Consumer<String> progress) {
        this.options = options;
        this.progress = progress;
    }

    ResizeResult run() throws IOException, InterruptedException {
        progress.accept("Starting and filling the node");
        try (ScratchNode node = start()) {
            NodeVerbs verbs = new NodeVerbs(node.jmx(), PaperLoad.KEYSPACE);
            PaperLoad load =
                    new PaperLoad(node.node().home().ports(), options.rows(), options.threads(), options.seed());
            load.fill();
            verbs.flush(PaperLoad.TABLE);
            verbs.compact(PaperLoad.TABLE);
            Sized sized = new Sized(node, verbs, load);
            List<ResizeResult.Point> points = new ArrayList<>();
            boolean settled = warmUp(sized, 1);
            fillMiniature(sized);
            node.jmx().invoke(ExaminedNode.TIER, "restartCurve");
            double measured = reads(sized);
            Curve curve = Curve.read(node);
            points.add(new ResizeResult.Point(1, curve.of(1), measured, settled));
            for (double factor : FACTORS) {
                verbs.resizeTier(Math.round(factor * options.ssdMebibytes()));
                boolean isSettled = warmUp(sized, factor);
                points.add(new ResizeResult.Point(factor, curve.of(factor), reads(sized), isSettled));
                progress.accept(points.get(points.size() - 1).toString());
            }
            return new ResizeResult(options, points, curve.sampledReads, curve.fillOfTwice());
        }
    }

    private ScratchNode start() throws IOException {
        return ScratchNode.start(
                options.directory().resolve("node"), RowCacheKind.SSDTIER, builder -> builder.heap(options.heap())
                        .rowCacheSize(options.memoryMebibytes() + "MiB")
                        .ssdSize(options.ssdMebibytes() + "MiB")
                        .yaml("ssd_row_cache.segment_size", "1MiB")
                        .yaml("ssd_row_cache.max_row_size", "64KiB"));
    }

    /** Reads until the hit ratio is steady; returns whether it is. */
    private boolean warmUp(Sized sized, double factor) throws IOException, InterruptedException {
        double before = Double.NaN;
        for (int i = 1; i <= options.warmUpParts(); i++) {
            double now = reads(sized);
            progress.accept(String.format("%.1f x, warm-up %d: %.3f hits", factor, i, now));
            if (Math.abs(now - before) < SETTLED) {
                return true;
            }
            before = now;
        }
        return false;
    }

    /**
     * Reads until the estimate's miniature of twice the SSD is full, or for as many parts as a warm-up: it fills as slowly as such
     * an SSD would, and a node whose operator looks at the curve has run for longer.
     */
    private void fillMiniature(Sized sized) throws IOException, InterruptedException {
        for (int i = 1; i <= options.warmUpParts(); i++) {
            double fill = Curve.read(sized.node).fillOfTwice();
            progress.accept(String.format("miniature of twice the SSD: %.0f %% full", 100 * fill));
            if (fill >= FULL) {
                return;
            }
            reads(sized);
        }
    }

    /** Reads for the seconds of one measurement, and returns the hit ratio. */
    private double reads(Sized sized) throws IOException, InterruptedException {
        part++;
        RowCacheCounters before = RowCacheCounters.read(sized.verbs, sized.node.jmx());
        sized.load.mixed(new PaperLoad.Mix(100, options.seconds(), 0, part));
        return RowCacheCounters.read(sized.verbs, sized.node.jmx())
                .since(before)
                .hitRatio();
    }

    /** The node, with what is done to it. */
    private record Sized(ScratchNode node, NodeVerbs verbs, PaperLoad load) {}

    /** The points of the curve of SSD sizes that a node gives. */
    private static final class Curve {
        private final Map<Double, Map<?, ?>> points = new TreeMap<>();
        private final long sampledReads;

        private Curve(Map<?, ?> curve) throws IOException {
            this.sampledReads = (long) number(curve, "sampledReads");
            if (curve.get("ssd") instanceof List<?> list) {
                for (Object point : list) {
                    points.put(number((Map<?, ?>) point, "factor"), (Map<?, ?>) point);
                }
            }
        }

        static Curve read(ScratchNode node) throws IOException {
            Object curve = node.jmx().attribute(ExaminedNode.TIER, "Curve");
            if (curve instanceof Map<?, ?> map) {
                return new Curve(map);
            }
            throw new IOException("attribute=Curve: not a map");
        }

        double of(double factor) throws IOException {
            return number(point(factor), "hitRate");
        }

        double fillOfTwice() throws IOException {
            return number(point(2), "fill");
        }

        private Map<?, ?> point(double factor) throws IOException {
            Map<?, ?> point = points.get(factor);
            if (point == null) {
                throw new IOException("factor=" + factor + ": the curve has no such point");
            }
            return point;
        }

        private static double number(Map<?, ?> map, String name) throws IOException {
            if (map.get(name) instanceof Number number) {
                return number.doubleValue();
            }
            throw new IOException("name=" + name + ": the curve lacks it");
        }
    }
}
