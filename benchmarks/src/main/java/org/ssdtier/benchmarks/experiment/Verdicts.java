package org.ssdtier.benchmarks.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The sentences that sum up a result, one for each mix: ours beside the best stock arm, then all arms beside the experiment's
 * baseline, ours only if the baseline is not the best stock arm.
 *
 * @param result the result
 */
record Verdicts(ExperimentResult result) {
    /** Returns the sentences on a figure, each with a space behind it; empty if nothing can be compared. */
    String sentences(RatioFigure figure) {
        StringBuilder sentences = new StringBuilder();
        for (int readPercent : result.measuredMixes()) {
            List<String> parts = new ArrayList<>(toBestStock(readPercent, figure));
            toBaseline(readPercent, figure).ifPresent(parts::add);
            if (!parts.isEmpty()) {
                sentences.append(text("At %d %% reads, %s %s. ", readPercent, figure.words, String.join("; ", parts)));
            }
        }
        return sentences.toString();
    }

    /** Returns a part for each stock arm that is the best on some disks. */
    private List<String> toBestStock(int readPercent, RatioFigure figure) {
        Map<String, List<String>> ours = new LinkedHashMap<>();
        for (ResultCell cell : result.ofMix(readPercent)) {
            Optional<Arm> stock = result.bestStock(cell);
            Optional<Ratio> ratio = result.ratioToBestStock(cell, figure);
            if (stock.isPresent() && ratio.isPresent()) {
                ours.computeIfAbsent(stock.get().name(), absent -> new ArrayList<>())
                        .add(words(cell, ratio.get()));
            }
        }
        return ours.entrySet().stream()
                .map(entry -> text(
                        "relative to %s, the best stock arm: %s", entry.getKey(), String.join(", ", entry.getValue())))
                .toList();
    }

    private Optional<String> toBaseline(int readPercent, RatioFigure figure) {
        String baseline = result.experiment().baseline();
        List<String> arms = new ArrayList<>();
        for (ResultCell cell : result.ofMix(readPercent)) {
            boolean isSaid = cell.arm().name().equals(baseline)
                    || result.bestStock(cell)
                            .filter(stock -> stock.name().equals(baseline))
                            .isPresent();
            if (!isSaid) {
                result.ratioToBaseline(cell, figure).ifPresent(ratio -> arms.add(words(cell, ratio)));
            }
        }
        return arms.isEmpty()
                ? Optional.empty()
                : Optional.of(text("relative to %s, the baseline: %s", baseline, String.join(", ", arms)));
    }

    private static String words(ResultCell cell, Ratio ratio) {
        return cell.arm().name() + " " + ratio.words() + (cell.isCpuLimited() ? " (limited by the CPU)" : "");
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
