package org.ssdtier.benchmarks.load;

import java.io.PrintWriter;
import java.util.List;
import java.util.stream.IntStream;

/** Static methods to print a table to a terminal, with columns as wide as their widest cell. */
public final class TextTable {
    private static final String GAP = "  ";

    private TextTable() {}

    /**
     * Prints a table.
     *
     * @param rows the rows, each with as many cells as the heading
     */
    public static void print(PrintWriter out, List<String> heading, List<List<String>> rows) {
        int[] widths = IntStream.range(0, heading.size())
                .map(column -> Math.max(
                        heading.get(column).length(),
                        rows.stream()
                                .mapToInt(row -> row.get(column).length())
                                .max()
                                .orElse(0)))
                .toArray();
        print(out, heading, widths);
        rows.forEach(row -> print(out, row, widths));
        out.flush();
    }

    private static void print(PrintWriter out, List<String> cells, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            line.append(GAP)
                    .append(cells.get(i))
                    .append(" ".repeat(widths[i] - cells.get(i).length()));
        }
        out.println(line.toString().stripTrailing());
    }
}
