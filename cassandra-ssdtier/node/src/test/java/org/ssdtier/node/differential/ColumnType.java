package org.ssdtier.node.differential;

import java.util.Random;
import java.util.stream.Collectors;

/** The types that columns are drawn from, and how a value of each is written in CQL. */
enum ColumnType {
    INT("int"),
    TEXT("text"),
    LIST("list<int>"),
    SET("set<int>"),
    MAP("map<int, text>"),
    FROZEN_LIST("frozen<list<int>>"),
    FROZEN_MAP("frozen<map<int, text>>"),
    UDT("pair"),
    FROZEN_UDT("frozen<pair>"),
    TUPLE("tuple<int, text>"),
    COUNTER("counter");

    private static final int FEW = 6;

    final String cql;

    ColumnType(String cql) {
        this.cql = cql;
    }

    boolean isMultiCell() {
        return this == LIST || this == SET || this == MAP || this == UDT;
    }

    boolean isScalar() {
        return this == INT || this == TEXT;
    }

    String literal(Random random) {
        return switch (this) {
            case INT -> Integer.toString(random.nextInt(FEW));
            case TEXT -> text(random);
            case LIST, FROZEN_LIST ->
                random.ints(random.nextInt(4), 0, FEW)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(", ", "[", "]"));
            case SET ->
                random.ints(random.nextInt(4), 0, FEW)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining(", ", "{", "}"));
            case MAP, FROZEN_MAP ->
                random.ints(random.nextInt(4), 0, FEW)
                        .distinct() // which of two equal keys wins in one literal is chance, in stock too
                        .mapToObj(i -> i + ": " + text(random))
                        .collect(Collectors.joining(", ", "{", "}"));
            case UDT, FROZEN_UDT ->
                "{a: " + random.nextInt(FEW) + (random.nextBoolean() ? ", b: " + text(random) : "") + "}";
            case TUPLE -> "(" + random.nextInt(FEW) + ", " + text(random) + ")";
            case COUNTER -> throw new IllegalStateException("counters have no literals");
        };
    }

    /** Mostly short; now and then so long that a few of them make a partition too large to be cached. */
    private static String text(Random random) {
        String word = "'" + (char) ('a' + random.nextInt(FEW)) + "'";
        return random.nextInt(200) == 0 ? "'" + "x".repeat(random.nextInt(12_000)) + "'" : word;
    }
}
