package org.ssdtier.node.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ssdtier.node.differential.RandomTable.Column;
import org.ssdtier.node.differential.RandomTable.Flavour;

/** A generator of random statements that read rows; {@code %T} stands for the table. */
final class RandomSelects {
    /** A select with a factor for its page size; {@link #IN_ONE_PAGE} if Cassandra cannot page it. */
    record Select(String cql, int pageFactor) {}

    private static final int IN_ONE_PAGE = 0;
    private static final int PAGED = 1;
    /** The factor for a select of many partitions, since an aggregate reads all of them page by page. */
    private static final int LARGE_PAGES = 8;

    private final Random random;
    private final RandomTable table;
    private final RandomWrites values;

    RandomSelects(Random random, RandomTable table, RandomWrites values) {
        this.random = random;
        this.table = table;
        this.values = values;
    }

    Select next() {
        return switch (random.nextInt(12)) {
            case 0 -> new Select("SELECT " + columns() + " FROM %T" + fewRows(), LARGE_PAGES);
            case 1 ->
                new Select(
                        "SELECT " + columns() + " FROM %T WHERE token(" + keyNames() + ") > token(" + keyValues() + ")"
                                + fewRows(),
                        LARGE_PAGES);
            case 2 -> keysIn();
            case 3 -> distinct();
            case 4 -> new Select("SELECT " + columns() + " FROM %T WHERE " + values.keyEquals(), PAGED);
            default -> slice();
        };
    }

    /** Returns a select of the whole partition, to warm the cache. */
    String partition() {
        return "SELECT * FROM %T WHERE " + values.keyEquals();
    }

    private Select keysIn() {
        boolean ordered = !table.clusterings.isEmpty() && random.nextInt(3) == 0;
        String rest = table.compositeKey ? " AND j = 'p'" : "";
        return new Select(
                "SELECT " + columns() + " FROM %T WHERE k IN (" + values.key() + ", " + random.nextInt(Round.HISTORIES)
                        + ")" + rest + values.range() + (ordered ? order() : "") + limits(),
                ordered ? IN_ONE_PAGE : PAGED);
    }

    private Select distinct() {
        List<String> names = new ArrayList<>(List.of(keyNames()));
        table.statics.stream()
                .filter(column -> random.nextBoolean())
                .map(Column::name)
                .forEach(names::add);
        String where = random.nextBoolean() ? " WHERE " + values.keyEquals() : "";
        return new Select("SELECT DISTINCT " + String.join(", ", names) + " FROM %T" + where, LARGE_PAGES);
    }

    private Select slice() {
        String where = values.keyEquals() + clusterings();
        String order = !table.clusterings.isEmpty() && random.nextInt(4) == 0 ? order() : "";
        return new Select("SELECT " + columns() + " FROM %T WHERE " + where + order + limits(), PAGED);
    }

    private String clusterings() {
        if (table.clusterings.isEmpty()) {
            return "";
        }
        Column last = table.clusterings.get(table.clusterings.size() - 1);
        String before = table.clusterings.subList(0, table.clusterings.size() - 1).stream()
                .map(column -> " AND " + column.name() + " = " + values.clusteringValue(column))
                .collect(Collectors.joining());
        return switch (random.nextInt(5)) {
            case 0 -> before + " AND " + last.name() + " = " + values.clusteringValue(last);
            case 1 ->
                before + " AND " + last.name() + " IN ("
                        + Stream.generate(() -> values.clusteringValue(last))
                                .limit(3)
                                .collect(Collectors.joining(", "))
                        + ")";
            case 2 -> tuple();
            default -> values.range();
        };
    }

    private String tuple() {
        String names = table.clusterings.stream().map(Column::name).collect(Collectors.joining(", ", "(", ")"));
        String bound =
                table.clusterings.stream().map(values::clusteringValue).collect(Collectors.joining(", ", "(", ")"));
        return " AND " + names + (random.nextBoolean() ? " > " : " <= ") + bound;
    }

    private String order() {
        StringBuilder order = new StringBuilder(" ORDER BY ");
        for (int i = 0; i < table.clusterings.size(); i++) {
            order.append(i == 0 ? "" : ", ")
                    .append(table.clusterings.get(i).name())
                    .append(table.descending.get(i) ? " ASC" : " DESC");
        }
        return order.toString();
    }

    private String limits() {
        String perPartition = random.nextInt(6) == 0 ? " PER PARTITION LIMIT " + (1 + random.nextInt(3)) : "";
        return perPartition + (random.nextInt(3) == 0 ? " LIMIT " + (1 + random.nextInt(5)) : "");
    }

    /** Returns a limit for a select of all partitions, which are many. */
    private String fewRows() {
        return " LIMIT " + (1 + random.nextInt(20));
    }

    private String columns() {
        if (table.flavour == Flavour.TTL) {
            return "*";
        }
        return switch (random.nextInt(8)) {
            case 0 -> "count(*)";
            case 1 -> keyNames();
            case 2, 3 -> subset();
            case 4 ->
                table.regulars.stream()
                        .filter(column -> column.type().isScalar())
                        .map(column -> "max(" + column.name() + "), " + "count(" + column.name() + ")")
                        .findFirst()
                        .orElse("*");
            case 5 ->
                table.flavour == Flavour.COLUMNS
                        ? table.values().stream()
                                .filter(column -> !column.type().isMultiCell())
                                .map(column -> column.name() + ", writetime(" + column.name() + ")")
                                .findFirst()
                                .orElse("*")
                        : "*";
            default -> "*";
        };
    }

    private String subset() {
        List<String> names = new ArrayList<>();
        Stream.concat(table.clusterings.stream(), table.values().stream())
                .filter(column -> random.nextInt(3) == 0)
                .map(Column::name)
                .forEach(names::add);
        return names.isEmpty() ? "*" : String.join(", ", names);
    }

    private String keyNames() {
        return table.keyColumns().stream().map(Column::name).collect(Collectors.joining(", "));
    }

    private String keyValues() {
        return table.keyColumns().stream().map(values::keyValue).collect(Collectors.joining(", "));
    }
}
