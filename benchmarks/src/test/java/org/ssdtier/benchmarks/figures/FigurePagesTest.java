package org.ssdtier.benchmarks.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ssdtier.benchmarks.node.Checkout;

@Tag("unit")
final class FigurePagesTest {
    private static final String README = "before\n" + GeneratedPage.begin("readme.template") + "0.90\n"
            + GeneratedPage.END + "after\n" + GeneratedPage.begin("more.template") + GeneratedPage.END;
    private static final String ORIGIN =
            "\"run\": {\"begun\": \"2026-11-25T13:41:55Z\", \"commit\": \"860772bec66a\", \"os\": \"Linux 6\","
                    + " \"device\": \"host\", \"load_average_before\": 0.47}";

    @TempDir
    private Path root;

    /** The pages of this repository. A figure is changed in its template, or by a new result. */
    @Test
    void pagesOfThisRepository_areAsTheResultsGiveThem() throws IOException {
        FigurePages pages = new FigurePages(Checkout.locate().root());
        assertEquals(List.of(), pages.differences(), "run ./ssdtier figures");
    }

    /** A missed target is marked by the figure itself, so that another result cannot leave the mark wrong. */
    @Test
    void boldFigures_areJudged() throws IOException {
        Path templates = Checkout.locate().root().resolve("benchmarks/figures");
        for (String template : List.of("figures.template", "readme.template")) {
            String text = Files.readString(templates.resolve(template));
            assertFalse(text.contains("**{{"), template);
            assertTrue(text.contains("{{judged "), template);
        }
    }

    /** A figure that is typed into a column of figures would not be checked by anything; one without a result has a mark. */
    @Test
    void columnsOfFigures_haveNoTypedFigures() throws IOException {
        List<String> typed = new ArrayList<>();
        int cells = 0;
        Path templates = Checkout.locate().root().resolve("benchmarks/figures");
        for (String template : List.of("figures.template", "readme.template")) {
            int column = -1;
            for (String line : Files.readAllLines(templates.resolve(template))) {
                List<String> row = List.of(line.split(" \\| ", -1));
                if (!line.startsWith("|")) {
                    column = -1;
                } else if (row.contains("seen")) {
                    column = row.indexOf("seen");
                } else if (column > 0 && row.size() > column) {
                    cells++;
                    if (row.get(column).replaceAll("\\{\\{.*?}}", "").matches(".*[0-9].*")) {
                        typed.add(template + ": " + row.get(column));
                    }
                }
            }
        }
        assertEquals(List.of(), typed);
        assertTrue(cells > 50, "cells=" + cells);
    }

    @Test
    void newResult_isADifference_untilThePagesAreWritten() throws IOException {
        makeRoot("{\"ratio\": 0.91, " + ORIGIN + "}");
        List<String> differences = pages().differences();
        assertEquals(3, differences.size(), differences.toString());
        assertTrue(differences.get(1).startsWith("page=README.md line=3: found \"0.90\""), differences.toString());
        assertEquals(List.of("docs/figures.md", "README.md"), pages().write());
        assertEquals(List.of(), pages().differences());
        assertEquals(
                README.replace("0.90", "0.91").replace("more.template -->\n", "more.template -->\n0.9\n"),
                Files.readString(root.resolve("README.md")));
        String page = Files.readString(root.resolve("docs/figures.md"));
        assertTrue(page.startsWith("ratio 0.91\n"), page);
        assertTrue(page.contains("| tier | 2026-11-25 | 860772bec66a | 0.47 | – | 6 | host |\n"), page);
    }

    /** A stranger's check: the page comes from the template and the results alone. */
    @Test
    void deletedPage_isWrittenAgain() throws IOException {
        makeRoot("{\"ratio\": 0.91, " + ORIGIN + "}");
        pages().write();
        String page = Files.readString(root.resolve("docs/figures.md"));
        Files.delete(root.resolve("docs/figures.md"));
        pages().write();
        assertEquals(page, Files.readString(root.resolve("docs/figures.md")));
    }

    @Test
    void missingFigure_isAnErrorThatNamesTemplateAndLine_andNoPageIsWritten() throws IOException {
        makeRoot("{\"ratios\": 0.91}");
        String message = assertThrows(IOException.class, () -> pages().write()).getMessage();
        assertTrue(message.startsWith("template=figures.template line=1 figure=tier#ratio 0.00"), message);
        assertFalse(Files.exists(root.resolve("docs/figures.md")));
    }

    @Test
    void pageWithoutMarks_isRefused() throws IOException {
        makeRoot("{\"ratio\": 0.91, " + ORIGIN + "}");
        Files.writeString(root.resolve("README.md"), "no marks\n");
        assertThrows(IOException.class, () -> pages().write());
    }

    private FigurePages pages() {
        return new FigurePages(
                root,
                List.of(
                        GeneratedPage.whole("docs/figures.md", "figures.template"),
                        GeneratedPage.part("README.md", "readme.template"),
                        GeneratedPage.part("README.md", "more.template")));
    }

    private void makeRoot(String result) throws IOException {
        write("benchmarks/results/tier.json", result);
        write("benchmarks/figures/figures.template", "ratio {{tier#ratio 0.00}}\n\n{{results}}\n");
        write("benchmarks/figures/readme.template", "{{tier#ratio 0.00}}\n");
        write("benchmarks/figures/more.template", "{{tier#ratio 0.0}}\n");
        write("README.md", README);
        Files.createDirectories(root.resolve("docs"));
    }

    private void write(String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
