package org.ssdtier.benchmarks.curves;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * The options of the cases that {@code ssdtier bench curves} simulates: most may be lists; each combination is a case.
 */
final class CurveCases {
    private static final long MANY_ROWS = 20_000_000;
    private static final long MOST_ROWS = 500_000_000;
    private static final int IMAGE_BYTES = 400;
    private static final int SMALL_IMAGE_BYTES = 16;

    @Spec(Spec.Target.MIXEE)
    private @Nullable CommandSpec command;

    @Option(names = "--rows", split = ",", paramLabel = "N", description = "Rows of the table.")
    private List<Long> rows = List.of(4_000_000L);

    @Option(
            names = "--memory-share",
            split = ",",
            paramLabel = "X",
            description = "Fraction of the rows that the memory tier holds.")
    private List<Double> memoryShares = List.of(0.02);

    @Option(
            names = "--ssd-share",
            split = ",",
            paramLabel = "X",
            description = "Fraction of the rows that the SSD tier holds; 0 for none.")
    private List<Double> ssdShares = List.of(0.10);

    @Option(
            names = "--writes",
            split = ",",
            paramLabel = "X",
            description = "Fraction of the measured requests that are writes.")
    private List<Double> writes = List.of(0.05);

    @Option(names = "--policy", split = ",", paramLabel = "WORD", description = "write_policy: survive or invalidate.")
    private List<String> policies = List.of("survive");

    @Option(names = "--admission", split = ",", paramLabel = "WORD", description = "admission: second_sight or all.")
    private List<String> admissions = List.of("second_sight");

    @Option(
            names = "--reinserted-share",
            split = ",",
            paramLabel = "X",
            description = "Maximum fraction of all bytes written that are copies by reclaim; a node has 0.15.")
    private List<Double> reinsertedShares = List.of(0.15);

    @Option(
            names = "--shift",
            split = ",",
            paramLabel = "X",
            description = "Requests per row after which other rows become popular, again and again; 0 for never.")
    private List<Double> shifts = List.of(0.0);

    @Option(
            names = "--requests-per-row",
            paramLabel = "X",
            description = "Requests per row measured after the warm-up (default: 5; 1 from 20 million rows on).")
    private @Nullable Double requestsPerRow;

    @Option(
            names = "--image-bytes",
            paramLabel = "N",
            description = "Bytes of a row image (default: 400; 16 from 20 million rows on).")
    private @Nullable Integer imageBytes;

    @Option(names = "--seed", paramLabel = "N", description = "Seed of the requests.")
    private long seed = 1;

    /**
     * Returns every combination of the options, in the form of the simulator's arguments.
     *
     * @throws CommandLine.ParameterException if a value is not allowed; the message names the first such option
     */
    List<Map<String, Object>> all() {
        validate();
        List<Map<String, Object>> cases = List.of(Map.of());
        cases = times(cases, "rows", rows);
        cases = times(cases, "memoryShare", memoryShares);
        cases = times(cases, "ssdShare", ssdShares);
        cases = times(cases, "writes", writes);
        cases = times(cases, "policy", policies);
        cases = times(cases, "admission", admissions);
        cases = times(cases, "reinsertedShare", reinsertedShares);
        cases = times(cases, "shift", shifts);
        for (Map<String, Object> one : cases) {
            boolean isMany = (Long) one.get("rows") >= MANY_ROWS;
            one.put("requestsPerRow", requestsPerRow != null ? requestsPerRow : isMany ? 1.0 : 5.0);
            one.put("imageBytes", imageBytes != null ? imageBytes : isMany ? SMALL_IMAGE_BYTES : IMAGE_BYTES);
            one.put("seed", seed);
        }
        return cases;
    }

    /** Returns the seed of the requests. */
    long seed() {
        return seed;
    }

    private void validate() {
        check("--rows", rows, 1_000L, MOST_ROWS);
        check("--memory-share", memoryShares, 0.0001, 0.5);
        check("--ssd-share", ssdShares, 0.0, 4.0);
        check("--writes", writes, 0.0, 0.99);
        check("--reinserted-share", reinsertedShares, 0.0, 0.9);
        check("--shift", shifts, 0.0, 1000.0);
        check("--policy", policies, List.of("survive", "invalidate"));
        check("--admission", admissions, List.of("second_sight", "all"));
        if (requestsPerRow != null) {
            check("--requests-per-row", List.of(requestsPerRow), 0.01, 1000.0);
        }
        if (imageBytes != null) {
            check("--image-bytes", List.of(imageBytes), 1, 4_000);
        }
    }

    private <T extends Number> void check(String name, List<T> values, T least, T most) {
        for (T value : values) {
            if (value.doubleValue() < least.doubleValue() || value.doubleValue() > most.doubleValue()) {
                throw refused(name, value, least + " to " + most);
            }
        }
    }

    private void check(String name, List<String> values, List<String> allowed) {
        for (String value : values) {
            if (!allowed.contains(value)) {
                throw refused(name, value, String.join(" | ", allowed));
            }
        }
    }

    private CommandLine.ParameterException refused(String name, Object value, String allowed) {
        return new CommandLine.ParameterException(
                Objects.requireNonNull(command).commandLine(), name + "=" + value + ", allowed " + allowed);
    }

    private static List<Map<String, Object>> times(List<Map<String, Object>> cases, String name, List<?> values) {
        List<Map<String, Object>> product = new ArrayList<>();
        for (Map<String, Object> one : cases) {
            for (Object value : values) {
                Map<String, Object> next = new LinkedHashMap<>(one);
                next.put(name, value);
                product.add(next);
            }
        }
        return product;
    }
}
