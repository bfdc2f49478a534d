package org.ssdtier.benchmarks.report;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A report of a run as one self-contained HTML file: headline figures, drawings, tables and notes. It follows the
 * reader's preference for light or dark. Its text is well-formed XML too.
 */
public final class HtmlReport {
    private static final int WIDTH_PIXELS = 880;
    private static final int HEIGHT_PIXELS = 320;

    private final String title;
    private final String subtitle;
    private final List<String> figures = new ArrayList<>();
    private final List<String> sections = new ArrayList<>();
    private int drawings;

    /**
     * Begins a report.
     *
     * @param title heading
     * @param subtitle one sentence on the run and its outcome
     */
    public HtmlReport(String title, String subtitle) {
        this.title = title;
        this.subtitle = subtitle;
    }

    /** Adds a headline figure: a value, and a few words to describe it. */
    public void addFigure(String value, String words) {
        figures.add(
                "<div class=\"figure\"><b>" + Xml.escape(value) + "</b><span>" + Xml.escape(words) + "</span></div>");
    }

    /**
     * Adds a drawing.
     *
     * @param caption observation that a reader should make
     */
    public void addDrawing(Drawing drawing, String caption) throws IOException {
        drawings++;
        String svg = InlineSvg.of(DrawingLayout.svg(drawing, WIDTH_PIXELS, HEIGHT_PIXELS), drawing.title(), drawings);
        sections.add("<figure><div class=\"wide\">" + svg + "</div>\n<figcaption>" + Xml.escape(caption)
                + "</figcaption></figure>");
    }

    /**
     * Adds a sentence in place of a part that cannot be made of a result of an earlier version.
     *
     * @param part the part, such as a drawing
     * @param values the values that the result lacks
     */
    public void addMissing(String part, String values) {
        addNote("Missing: " + part + ". This result was recorded before " + values + " were kept.");
    }

    /**
     * Adds a table.
     *
     * @param heading first row of the table
     * @param rows the rows, each with as many cells as the heading
     */
    public void addTable(String caption, List<String> heading, List<List<String>> rows) {
        StringBuilder table =
                new StringBuilder("<h2>").append(Xml.escape(caption)).append("</h2>\n");
        table.append("<div class=\"wide\"><table>\n<thead>")
                .append(row("th", heading))
                .append("</thead>\n<tbody>\n");
        for (List<String> cells : rows) {
            table.append(row("td", cells)).append("\n");
        }
        sections.add(table.append("</tbody></table></div>").toString());
    }

    /** Adds a table of the facts of a run, in the order of their names, if there are any. */
    public void addFacts(Map<String, Object> facts) {
        if (!facts.isEmpty()) {
            addTable(
                    "Facts",
                    List.of("Fact", "Value"),
                    facts.entrySet().stream()
                            .sorted(Map.Entry.comparingByKey())
                            .map(fact -> List.of(fact.getKey(), String.valueOf(fact.getValue())))
                            .toList());
        }
    }

    /** Adds a paragraph. */
    public void addNote(String text) {
        sections.add("<p>" + Xml.escape(text) + "</p>");
    }

    /** Writes the report. */
    public void write(Path file) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, html());
    }

    String html() throws IOException {
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\" />\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n"
                + "<meta name=\"color-scheme\" content=\"light dark\" />\n<title>" + Xml.escape(title)
                + "</title>\n<style>\n"
                + resource("report.css") + Theme.css() + "</style>\n</head>\n<body>\n<main>\n<h1>" + Xml.escape(title)
                + "</h1>\n<p class=\"lead\">"
                + Xml.escape(subtitle) + "</p>\n<div class=\"figures\">\n" + String.join("\n", figures) + "\n</div>\n"
                + String.join("\n", sections) + "\n</main>\n</body>\n</html>\n";
    }

    private static String row(String element, List<String> cells) {
        StringBuilder row = new StringBuilder("<tr>");
        for (String cell : cells) {
            row.append('<').append(element).append('>');
            row.append(Xml.escape(cell)).append("</").append(element).append('>');
        }
        return row.append("</tr>").toString();
    }

    private static String resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(HtmlReport.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
