package org.ssdtier.node.differential;

import java.util.Random;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** The types of random columns, with a generator of CQL literals for each. */
enum ColumnType {
    INT("int"),
    TEXT("text"),
    BIGINT("bigint"),
    BOOLEAN("boolean"),
    TINYINT("tinyint"),
    DOUBLE("double"),
    BLOB("blob"),
    UUID("uuid"),
    VARINT("varint"),
    LIST("list<int>"),
    SET("set<int>"),
    MAP("map<int, text>"),
    TEXT_SET("set<text>"),
    TEXT_MAP("map<text, bigint>"),
    NESTED_MAP("map<text, frozen<list<int>>>"),
    FROZEN_LIST("frozen<list<int>>"),
    FROZEN_SET("frozen<set<text>>"),
    FROZEN_MAP("frozen<map<int, text>>"),
    FROZEN_TEXT_MAP("frozen<map<text, frozen<set<int>>>>"),
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
        return switch (this) {
            case LIST, SET, MAP, TEXT_SET, TEXT_MAP, NESTED_MAP, UDT -> true;
            default -> false;
        };
    }

    boolean isScalar() {
        return this == INT || this == TEXT || this == BIGINT;
    }

    String literal(Random random) {
        return switch (this) {
            case INT, TINYINT, BIGINT -> number(random);
            case VARINT -> number(random) + "0".repeat(random.nextInt(20));
            case DOUBLE -> number(random) + ".5";
            case BOOLEAN -> Boolean.toString(random.nextBoolean());
            case BLOB -> "0x" + "0a".repeat(random.nextInt(4));
            case UUID -> "00000000-0000-0000-0000-00000000000" + number(random);
            case TEXT -> text(random);
            case LIST, FROZEN_LIST -> some(random, "[", "]", number -> Integer.toString(number));
            case SET -> some(random, "{", "}", number -> Integer.toString(number));
            case TEXT_SET, FROZEN_SET -> some(random, "{", "}", ColumnType::letter);
            case MAP, FROZEN_MAP -> some(random, "{", "}", number -> number + ": " + text(random));
            case TEXT_MAP, NESTED_MAP -> some(random, "{", "}", number -> letter(number) + ": " + element(random));
            case FROZEN_TEXT_MAP -> some(random, "{", "}", number -> letter(number) + ": " + SET.literal(random));
            case UDT, FROZEN_UDT ->
                "{a: " + number(random) + (random.nextBoolean() ? ", b: " + text(random) : "") + "}";
            case TUPLE -> "(" + number(random) + ", " + text(random) + ")";
            case COUNTER -> throw new IllegalStateException("counters have no literals");
        };
    }

    /** Returns a literal for a key of a map or an element of a set. */
    String key(Random random) {
        return this == SET || this == MAP ? number(random) : letter(random.nextInt(FEW));
    }

    /** Returns a literal for a value of a map. */
    String element(Random random) {
        return switch (this) {
            case TEXT_MAP -> number(random);
            case NESTED_MAP -> LIST.literal(random);
            default -> text(random);
        };
    }

    private static String number(Random random) {
        return Integer.toString(random.nextInt(FEW));
    }

    private static String letter(int number) {
        return number == 0 ? "''" : "'" + (char) ('a' + number) + "'";
    }

    /** Returns a collection literal without duplicates: which of two equal keys in a literal wins is random, in stock too. */
    private static String some(Random random, String open, String close, IntFunction<String> element) {
        return random.ints(random.nextInt(4), 0, FEW)
                .distinct()
                .mapToObj(element)
                .collect(Collectors.joining(", ", open, close));
    }

    /** Returns a text literal, mostly short, sometimes so long that a few of them make a partition too large to be cached. */
    private static String text(Random random) {
        return switch (random.nextInt(400)) {
            case 0 -> "'" + "x".repeat(random.nextInt(12_000)) + "'";
            case 1, 2, 3, 4, 5, 6, 7, 8 -> "'" + "y".repeat(random.nextInt(500)) + "'";
            default -> letter(random.nextInt(FEW));
        };
    }
}
