package org.ssdtier.benchmarks.figures;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.RoundingMode;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A figure of a page, as words:
 *
 * <ul>
 *   <li>{@code VALUE PATTERN}, {@code VALUE OPERATOR VALUE … PATTERN}: a number. A value is a {@link ResultPath} or a
 *       number, an operator one of {@code + - * /} and {@code into}, which divides the right value by the left one; all
 *       are calculated from left to right. The pattern is that of {@link DecimalFormat}. The value of a spread is its
 *       median.
 *   <li>{@code range VALUE … PATTERN}: the smallest and the largest number of a spread, with a dash in between
 *   <li>{@code judged VALUE … PATTERN COMPARISON TARGET}: a number, in bold if it misses its target. A comparison is
 *       {@code >=}, {@code >} or {@code <=}; the number is compared as it is, before it is rounded
 *   <li>{@code verdict PATH PATTERN}: a number that its command has judged, in bold if its field {@code met} is false
 *   <li>{@code text PATH}: the text there
 * </ul>
 */
final class FigureExpression {
    private static final String RANGE = "range";
    private static final String JUDGED = "judged";
    private static final String VERDICT = "verdict";
    private static final String TEXT = "text";
    private static final String SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

    private final List<String> words;

    private FigureExpression(List<String> words) {
        this.words = words;
    }

    static FigureExpression parse(String text) {
        return new FigureExpression(List.of(text.strip().split(" +", -1)));
    }

    /** Returns the names of the results that the figure is calculated from. */
    List<String> results() {
        return words.stream()
                .filter(ResultPath::isPath)
                .map(word -> ResultPath.parse(word).result())
                .toList();
    }

    /**
     * Returns the figure as a page shows it.
     *
     * @throws IOException if a value is missing or is no number
     * @throws IllegalArgumentException if the words are no figure
     */
    String render(ResultFiles results) throws IOException {
        return switch (words.get(0)) {
            case JUDGED -> judged(results, rest(1));
            case VERDICT -> verdict(results, rest(1));
            case TEXT -> ResultPath.parse(words.get(1)).in(results).asText();
            case RANGE -> number(results, rest(1), Part.LOWEST) + "–" + number(results, rest(1), Part.HIGHEST);
            default -> number(results, words, Part.MIDDLE);
        };
    }

    private List<String> rest(int first) {
        return words.subList(first, words.size());
    }

    private static String judged(ResultFiles results, List<String> words) throws IOException {
        int target = words.size() - 1;
        if (target < 2) {
            throw new IllegalArgumentException("figure=" + JUDGED + " " + String.join(" ", words)
                    + ": allowed is VALUE [OPERATOR VALUE]… PATTERN COMPARISON TARGET");
        }
        List<String> figure = words.subList(0, target - 1);
        double value = calculated(results, figure, Part.MIDDLE);
        boolean isMet = isMet(value, words.get(target - 1), Double.parseDouble(words.get(target)));
        return emphasized(formatted(value, figure.get(figure.size() - 1)), !isMet);
    }

    private static String verdict(ResultFiles results, List<String> words) throws IOException {
        JsonNode met = ResultPath.parse(words.get(0)).in(results).path("met");
        if (!met.isBoolean()) {
            throw new IOException("path=" + words.get(0) + " met=" + met + ": allowed is a figure with a verdict");
        }
        return emphasized(number(results, words, Part.MIDDLE), !met.asBoolean());
    }

    private static String emphasized(String shown, boolean isBold) {
        return isBold ? "**" + shown + "**" : shown;
    }

    private static boolean isMet(double value, String comparison, double target) {
        return switch (comparison) {
            case ">=" -> value >= target;
            case ">" -> value > target;
            case "<=" -> value <= target;
            default -> throw new IllegalArgumentException("comparison=" + comparison + ": allowed are >= > <=");
        };
    }

    private static String number(ResultFiles results, List<String> words, Part part) throws IOException {
        return formatted(calculated(results, words, part), words.get(words.size() - 1));
    }

    /** Returns the number of some words, of which the last is its pattern. */
    private static double calculated(ResultFiles results, List<String> words, Part part) throws IOException {
        if (words.size() < 2 || words.size() % 2 != 0) {
            throw new IllegalArgumentException(
                    "figure=" + String.join(" ", words) + ": allowed is VALUE [OPERATOR VALUE]… PATTERN");
        }
        double value = value(results, words.get(0), part);
        for (int i = 1; i < words.size() - 1; i += 2) {
            value = calculated(words.get(i), value, value(results, words.get(i + 1), part));
        }
        return value;
    }

    private static double value(ResultFiles results, String word, Part part) throws IOException {
        if (!ResultPath.isPath(word)) {
            return Double.parseDouble(word);
        }
        JsonNode found = ResultPath.parse(word).in(results);
        JsonNode number = found.isObject() ? part.of(found) : found;
        if (!number.isNumber()) {
            throw new IOException("path=" + word + " value=" + found + ": allowed are numbers and spreads");
        }
        return number.asDouble();
    }

    private static double calculated(String operator, double left, double right) {
        return switch (operator) {
            case "+" -> left + right;
            case "-" -> left - right;
            case "*" -> left * right;
            case "/" -> left / right;
            case "into" -> right / left;
            default -> throw new IllegalArgumentException("operator=" + operator + ": allowed are + - * / into");
        };
    }

    /** Formats a number; a pattern with an exponent gives a power of ten in superscripts. */
    private static String formatted(double value, String pattern) {
        DecimalFormatSymbols symbols = DecimalFormatSymbols.getInstance(Locale.ROOT);
        symbols.setMinusSign('−');
        DecimalFormat format = new DecimalFormat(pattern, symbols);
        format.setRoundingMode(RoundingMode.HALF_UP);
        String text = format.format(value);
        int mark = text.indexOf('E');
        return mark < 0 ? text : text.substring(0, mark) + "·10" + superscript(text.substring(mark + 1));
    }

    private static String superscript(String exponent) {
        StringBuilder raised = new StringBuilder();
        for (char digit : exponent.toCharArray()) {
            raised.append(digit == '−' ? '⁻' : SUPERSCRIPTS.charAt(digit - '0'));
        }
        return raised.toString();
    }

    /** A part of a spread, by the names of its field in results. */
    private enum Part {
        LOWEST("min", "low"),
        MIDDLE("median", "value"),
        HIGHEST("max", "high");

        private final List<String> names;

        Part(String... names) {
            this.names = List.of(names);
        }

        JsonNode of(JsonNode spread) throws IOException {
            List<JsonNode> found = new ArrayList<>();
            names.forEach(name -> found.add(spread.path(name)));
            return found.stream()
                    .filter(JsonNode::isNumber)
                    .findFirst()
                    .orElseThrow(() -> new IOException("spread=" + spread + ": none of the fields " + names));
        }
    }
}
