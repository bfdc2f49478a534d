package org.ssdtier.benchmarks.figures;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A page, or a part of one, with a {@link FigureExpression} between double braces where a figure is. <code>{{results}}
 * </code> is the table of the results that the page uses.
 */
final class PageTemplate {
    private static final Pattern FIGURE = Pattern.compile("\\{\\{(.*?)}}");
    private static final String RESULTS = "results";

    private final String name;
    private final List<String> lines;

    /**
     * Creates a template.
     *
     * @param name its name, for messages
     * @param text its text
     */
    PageTemplate(String name, String text) {
        this.name = name;
        this.lines = text.lines().toList();
    }

    /**
     * Returns the text with the figures of the results.
     *
     * @throws IOException if a figure cannot be calculated; the message names template, line and figure
     */
    String render(ResultFiles results) throws IOException {
        StringBuilder page = new StringBuilder();
        for (int i = 0; i < lines.size(); i++) {
            Matcher figure = FIGURE.matcher(lines.get(i));
            while (figure.find()) {
                figure.appendReplacement(page, Matcher.quoteReplacement(rendered(figure.group(1), i + 1, results)));
            }
            figure.appendTail(page).append('\n');
        }
        return page.toString();
    }

    private String rendered(String figure, int line, ResultFiles results) throws IOException {
        try {
            return figure.equals(RESULTS)
                    ? table(results)
                    : FigureExpression.parse(figure).render(results);
        } catch (IOException | IllegalArgumentException e) {
            throw new IOException(
                    "template=" + name + " line=" + line + " figure=" + figure + ": " + e.getMessage(), e);
        }
    }

    private String table(ResultFiles results) throws IOException {
        StringBuilder table = new StringBuilder("| result | ").append(Provenance.headings());
        for (String result : usedResults()) {
            Provenance provenance = Provenance.of(results.result(result));
            table.append("\n| ").append(result).append(" | ").append(provenance.cells());
        }
        return table.toString();
    }

    /** Returns the names of the results in the order of their first use. */
    Set<String> usedResults() {
        return figures().stream()
                .flatMap(figure -> figure.results().stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private List<FigureExpression> figures() {
        return FIGURE.matcher(String.join("\n", lines))
                .results()
                .map(figure -> FigureExpression.parse(figure.group(1)))
                .toList();
    }
}
