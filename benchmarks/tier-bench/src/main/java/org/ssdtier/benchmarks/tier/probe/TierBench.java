package org.ssdtier.benchmarks.tier.probe;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The main class of the probe processes. Prints one JSON line per figure on standard output; progress goes to standard
 * error.
 *
 * <p>Arguments: a directory, a scale ({@code small} or {@code full}), the probe, and optionally the number of keys of a
 * flush, 0 for the default, the bytes of a value for the hits on the SSD, and the number of entries of the index, 0 for
 * that of the scale. Probes: {@code ssd}, {@code density}, {@code index}, {@code writes}, {@code flush}, or {@code bytes-ours}, {@code bytes-ohc}, {@code bytes-serializing}.
 */
public final class TierBench {
    /** The maximum number of flushes of each table. */
    private static final int FLUSHES = 5;

    private TierBench() {}

    /**
     * Runs one probe.
     *
     * @param arguments directory, scale, probe, and optionally keys of a flush, bytes of a value and entries of
     *     the index
     * @throws Exception if the probe fails
     */
    public static void main(String[] arguments) throws Exception {
        Path directory = Path.of(arguments[0]);
        Scale scale = Scale.named(arguments[1]);
        List<Figure> figures = new ArrayList<>();
        String probe = arguments[2];
        switch (probe) {
            case "ssd" -> {
                int valueBytes = arguments.length > 4 ? Integer.parseInt(arguments[4]) : SsdHitProbe.VALUE_BYTES;
                figures.addAll(new SsdHitProbe(directory, scale, valueBytes).run());
            }
            case "density" -> figures.addAll(new DensityProbe(directory).run());
            case "index" -> {
                long entries = arguments.length > 5 ? Long.parseLong(arguments[5]) : 0;
                figures.addAll(new IndexProbe(directory, scale, entries == 0 ? scale.indexEntries() : entries).run());
            }
            case "writes" -> figures.addAll(new WriteProbe(directory, scale).run());
            case "flush" ->
                figures.addAll(new FlushProbe(
                                directory,
                                arguments.length > 3 && !arguments[3].equals("0")
                                        ? Integer.parseInt(arguments[3])
                                        : scale.flushKeys(),
                                Math.min(FLUSHES, scale.rounds()))
                        .run());
            case "bytes-ours", "bytes-ohc", "bytes-serializing" -> {
                String kind = probe.substring("bytes-".length());
                double bytes = MemoryProbe.bytesPerRow(PaperCache.Kind.valueOf(kind.toUpperCase(Locale.ROOT)), scale);
                figures.add(Figure.report(
                        "memory_bytes_per_row_" + kind,
                        Samples.of(bytes),
                        "heap and off-heap, 25-byte key, 5 × 75 bytes"));
            }
            default -> throw new IllegalArgumentException("probe=" + probe);
        }
        ObjectMapper json = new ObjectMapper();
        for (Figure figure : figures) {
            System.out.println(json.writeValueAsString(figure));
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }
}
