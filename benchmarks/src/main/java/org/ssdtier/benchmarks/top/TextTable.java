package org.ssdtier.benchmarks.top;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A table of a width: the first column is left-aligned and takes what its names need, the others are right-aligned and as wide as they
 * are declared. Columns that do not fit are left out, the last first.
 *
 * @param <T> the type of a row
 */
final class TextTable<T> {
    private static final int LEAST_NAME = 12;
    private static final char CUT = '~';

    private final String title;
    private final Function<T, String> name;
    private final List<Column<T>> columns = new ArrayList<>();

    /** A column of values. */
    private record Column<T>(String title, int width, Function<T, String> value) {}

    /**
     * Creates a table.
     *
     * @param title title of the first column
     * @param name value of the first column
     */
    TextTable(String title, Function<T, String> name) {
        this.title = title;
        this.name = name;
    }

    /** Adds a column. */
    TextTable<T> with(String columnTitle, int width, Function<T, String> value) {
        columns.add(new Column<>(columnTitle, width, value));
        return this;
    }

    /** Returns a line of titles and one for each row, none wider than {@code width}. */
    List<String> lines(List<T> rows, int width) {
        int names =
                rows.stream().mapToInt(row -> name.apply(row).length()).max().orElse(0);
        int wanted = Math.max(LEAST_NAME, Math.max(title.length(), names));
        int free = width - LEAST_NAME;
        List<Column<T>> shown = new ArrayList<>();
        for (Column<T> column : columns) {
            if (free < 1 + column.width()) {
                break;
            }
            shown.add(column);
            free -= 1 + column.width();
        }
        int first = Math.min(Math.max(0, width), Math.min(wanted, LEAST_NAME + Math.max(0, free)));
        List<String> lines = new ArrayList<>();
        StringBuilder head = new StringBuilder(left(title, first));
        shown.forEach(column -> head.append(' ').append(right(column.title(), column.width())));
        lines.add(head.toString());
        for (T row : rows) {
            StringBuilder line = new StringBuilder(left(name.apply(row), first));
            shown.forEach(column -> line.append(' ').append(right(column.value().apply(row), column.width())));
            lines.add(line.toString());
        }
        return lines;
    }

    /** Returns a text cut or filled to a width. */
    static String left(String text, int width) {
        return text.length() > width
                ? text.substring(0, Math.max(0, width - 1)) + (width > 0 ? CUT : "")
                : text + " ".repeat(width - text.length());
    }

    private static String right(String text, int width) {
        return text.length() > width ? left(text, width) : " ".repeat(width - text.length()) + text;
    }
}
