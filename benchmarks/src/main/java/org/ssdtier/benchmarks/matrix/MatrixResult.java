package org.ssdtier.benchmarks.matrix;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ssdtier.benchmarks.cli.BenchFindings;

/**
 * The result of {@link MatrixRun}.
 *
 * @param options options of the run
 * @param jar SHA-256 of the jar that was installed
 * @param outcomes outcome of each release
 */
record MatrixResult(MatrixOptions options, String jar, List<ReleaseOutcome> outcomes) implements BenchFindings {
    /** Steps whose findings are shown even if they passed. */
    private static final Set<String> SHOWN = Set.of(MatrixStep.MISFIT.toString(), MatrixStep.STALE.toString());

    MatrixResult {
        outcomes = List.copyOf(outcomes);
    }

    /** Returns whether every release passed every step. Previews do not count. */
    @Override
    public boolean isGood() {
        return outcomes.size() == options.versions().size()
                && supported() > 0
                && outcomes.stream().allMatch(outcome -> outcome.isPreview() || outcome.isGood());
    }

    private long supported() {
        return options.versions().stream()
                .filter(version -> !CassandraJars.isPreview(version))
                .count();
    }

    @Override
    public Map<String, Object> toMap(Map<String, Object> facts) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("releases", outcomes.stream().map(MatrixResult::release).toList());
        long passed = outcomes.stream()
                .filter(outcome -> outcome.isGood() && !outcome.isPreview())
                .count();
        map.put("target", Map.of("releases_passed", passed, "at_least", supported(), "met", isGood()));
        map.put("good", isGood());
        map.put("installed_jar_sha256", jar);
        map.put("settings", Map.of("probe_seconds", options.probeSeconds(), "heap", options.heap()));
        map.put("run", facts);
        return map;
    }

    private static Map<String, Object> release(ReleaseOutcome outcome) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("cassandra", outcome.version());
        map.put("preview", outcome.isPreview());
        map.put("good", outcome.isGood());
        map.put("steps", outcome.steps());
        return map;
    }

    @Override
    public void print(PrintWriter out) {
        out.printf("%n  %-10s", "Cassandra");
        for (MatrixStep step : MatrixStep.values()) {
            out.printf(" %-9s", step);
        }
        out.println();
        for (ReleaseOutcome outcome : outcomes) {
            out.printf("  %-10s", outcome.version());
            for (MatrixStep step : MatrixStep.values()) {
                out.printf(" %-9s", word(outcome, step));
            }
            out.println();
        }
        for (ReleaseOutcome outcome : outcomes) {
            outcome.steps().stream()
                    .filter(step -> !step.passed() || SHOWN.contains(step.step()))
                    .forEach(step -> out.printf("  %s %s: %s%n", outcome.version(), step.step(), step.found()));
        }
        out.printf("  target: every step of every release passes, previews aside: %s%n", isGood() ? "met" : "missed");
        out.flush();
    }

    private static String word(ReleaseOutcome outcome, MatrixStep step) {
        return outcome.of(step)
                .map(one -> one.passed() ? "passed" : outcome.isPreview() ? "refused" : "FAILED")
                .orElse("-");
    }
}
