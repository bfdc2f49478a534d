package org.ssdtier.node.differential;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ssdtier.node.differential.RandomTable.Column;
import org.ssdtier.node.differential.RandomTable.Flavour;

/** A generator of random statements that change rows; {@code %T} stands for the table. */
final class RandomWrites {
    private static final int MOST_COLUMNS = 8;
    private static final int CLUSTERINGS = 8;

    private final Random random;
    private final RandomTable table;
    private final int key;
    private final long firstTimestamp;
    private final Set<Long> rangeTimestamps = new HashSet<>();
    private long operations;

    /**
     * Creates the generator for one history.
     *
     * @param key the partition key; its second column, if there is one, is chosen from two values
     */
    RandomWrites(Random random, RandomTable table, int key, long firstTimestamp) {
        this.random = random;
        this.table = table;
        this.key = key;
        this.firstTimestamp = firstTimestamp;
    }

    /** Returns a timestamp: mostly the next, sometimes an older one, sometimes one that was used before. */
    long timestamp() {
        operations++;
        long back = random.nextInt(5) == 0 ? random.nextInt(40) : random.nextInt(5) == 0 ? 1 : 0;
        return firstTimestamp + Math.max(0, operations - back) * 1_000;
    }

    /**
     * Returns a timestamp, as above, for a statement that may delete a range: one that no such statement had before. Of two deletions
     * of ranges with the same timestamp, a memtable keeps the first, see {@code RangeTombstoneList}, but a merge of several sources
     * keeps the one of the later second: in stock too, even after a compaction, the digest depends on when a memtable was flushed.
     */
    private long timestampOfRange() {
        long timestamp = timestamp();
        while (!rangeTimestamps.add(timestamp)) {
            timestamp--;
        }
        return timestamp;
    }

    /** Advances the timestamps to at least this operation. Histories thus stay roughly in step, so that a column drop affects all. */
    void catchUp(long operation) {
        operations = Math.max(operations, operation);
    }

    /** Returns the latest timestamp so far. */
    long latestTimestamp() {
        return firstTimestamp + operations * 1_000;
    }

    String next() {
        if (table.flavour == Flavour.COUNTERS) {
            return random.nextInt(8) == 0 ? delete(false) : counterUpdate();
        }
        if (random.nextInt(10) == 0) {
            return batch();
        }
        boolean conditional = table.flavour == Flavour.LWT && random.nextInt(3) == 0;
        return single(conditional, true);
    }

    /** Returns a statement for a batch. */
    String part() {
        return table.flavour == Flavour.COUNTERS ? counterUpdate() : single(false, true);
    }

    private String single(boolean conditional, boolean timestamped) {
        return switch (random.nextInt(10)) {
            case 0, 1, 2 -> insert(conditional, timestamped);
            case 3, 4, 5, 6 -> update(conditional, timestamped);
            default -> conditional ? insert(true, timestamped) : delete(timestamped);
        };
    }

    private String batch() {
        boolean together = random.nextBoolean() && table.flavour != Flavour.LWT;
        String body = Stream.generate(() -> single(false, !together))
                .limit(2 + random.nextInt(4))
                .collect(Collectors.joining("; "));
        String using = together && table.flavour != Flavour.LWT ? "USING TIMESTAMP " + timestampOfRange() + " " : "";
        return "BEGIN " + (random.nextBoolean() ? "UNLOGGED " : "") + "BATCH " + using + body + "; APPLY BATCH";
    }

    private String insert(boolean conditional, boolean timestamped) {
        List<Column> columns = new ArrayList<>(table.keyColumns());
        boolean staticOnly = !table.statics.isEmpty() && random.nextInt(6) == 0;
        if (!staticOnly) {
            columns.addAll(table.clusterings);
            columns.addAll(some(table.regulars));
        }
        columns.addAll(staticOnly ? someButOne(table.statics) : some(table.statics));
        String names = columns.stream().map(Column::name).collect(Collectors.joining(", "));
        String values = columns.stream().map(this::value).collect(Collectors.joining(", "));
        return "INSERT INTO %T (" + names + ") VALUES (" + values + ")" + (conditional ? " IF NOT EXISTS" : "")
                + using(conditional, timestamped, true, false);
    }

    private String update(boolean conditional, boolean timestamped) {
        boolean staticOnly = !table.statics.isEmpty() && random.nextInt(6) == 0;
        List<Column> columns = new ArrayList<>(staticOnly ? someButOne(table.statics) : someButOne(table.regulars));
        if (!staticOnly && random.nextInt(4) == 0) {
            columns.addAll(some(table.statics));
        }
        String sets = columns.stream().map(this::assignment).collect(Collectors.joining(", "));
        String condition = !conditional ? "" : random.nextBoolean() ? " IF EXISTS" : condition(columns);
        return "UPDATE %T" + using(conditional, timestamped, true, false) + " SET " + sets + " WHERE "
                + (staticOnly ? keyEquals() : rowEquals()) + condition;
    }

    private String condition(List<Column> columns) {
        Column column = columns.get(0);
        return column.type().isScalar()
                ? " IF " + column.name() + " = " + column.type().literal(random)
                : " IF EXISTS";
    }

    private String counterUpdate() {
        boolean staticOnly = !table.statics.isEmpty() && random.nextInt(5) == 0;
        List<Column> columns = staticOnly ? someButOne(table.statics) : someButOne(table.regulars);
        String sets = columns.stream()
                .map(c -> c.name() + " = " + c.name() + " + " + (random.nextInt(20) - 5))
                .collect(Collectors.joining(", "));
        return "UPDATE %T SET " + sets + " WHERE " + (staticOnly ? keyEquals() : rowEquals());
    }

    private String delete(boolean timestamped) {
        String using = using(false, timestamped, false, true);
        // whether a deleted counter cell wins over later increments depends on the order of merges: see CASSANDRA-7346
        int kind = table.flavour == Flavour.COUNTERS ? 3 + random.nextInt(3) : random.nextInt(6);
        return switch (kind) {
            case 0, 1 -> "DELETE " + deleted(table.regulars) + " FROM %T" + using + " WHERE " + rowEquals();
            case 2 ->
                table.statics.isEmpty()
                        ? "DELETE FROM %T" + using + " WHERE " + rowEquals()
                        : "DELETE " + deleted(table.statics) + " FROM %T" + using + " WHERE " + keyEquals();
            case 3 -> "DELETE FROM %T" + using + " WHERE " + keyEquals() + range();
            case 4 ->
                random.nextInt(3) == 0
                        ? "DELETE FROM %T" + using + " WHERE " + keyEquals()
                        : "DELETE FROM %T" + using + " WHERE " + keyEquals() + range();
            default -> "DELETE FROM %T" + using + " WHERE " + rowEquals();
        };
    }

    private String deleted(List<Column> from) {
        return someButOne(from).stream()
                .map(column -> switch (column.type()) {
                    case SET, MAP, TEXT_SET, TEXT_MAP, NESTED_MAP ->
                        random.nextBoolean()
                                ? column.name() + "[" + column.type().key(random) + "]"
                                : column.name();
                    case UDT -> random.nextBoolean() ? column.name() + ".a" : column.name();
                    default -> column.name();
                })
                .collect(Collectors.joining(", "));
    }

    private String assignment(Column column) {
        String name = column.name();
        String literal = column.type().literal(random);
        boolean whole = random.nextInt(3) == 0;
        if (whole || !column.type().isMultiCell()) {
            return name + " = " + (random.nextInt(8) == 0 ? "null" : literal);
        }
        return switch (column.type()) {
            case LIST ->
                random.nextBoolean() ? name + " = " + name + " + " + literal : name + " = " + literal + " + " + name;
            case SET, TEXT_SET -> name + " = " + name + (random.nextInt(3) == 0 ? " - " : " + ") + literal;
            case MAP, TEXT_MAP, NESTED_MAP ->
                random.nextBoolean()
                        ? name + "[" + column.type().key(random) + "] = "
                                + (random.nextInt(4) == 0
                                        ? "null"
                                        : column.type().element(random))
                        : name + " = " + name + " + " + literal;
            default -> name + ".b = " + (random.nextInt(4) == 0 ? "null" : ColumnType.TEXT.literal(random));
        };
    }

    private String using(boolean conditional, boolean timestamped, boolean mayExpire, boolean mayDeleteRange) {
        if (table.flavour == Flavour.LWT || table.flavour == Flavour.COUNTERS) {
            boolean old = !conditional && timestamped && table.flavour == Flavour.LWT && random.nextInt(10) == 0;
            return old ? " USING TIMESTAMP " + (firstTimestamp - random.nextInt(1_000)) : "";
        }
        List<String> parts = new ArrayList<>();
        if (timestamped) {
            parts.add("TIMESTAMP " + (mayDeleteRange ? timestampOfRange() : timestamp()));
        }
        if (table.flavour == Flavour.TTL && mayExpire && random.nextBoolean()) {
            parts.add("TTL " + (1 + random.nextInt(90)));
        }
        return parts.isEmpty() ? "" : " USING " + String.join(" AND ", parts);
    }

    int key() {
        return key;
    }

    String keyEquals() {
        return table.keyColumns().stream()
                .map(column -> column.name() + " = " + keyValue(column))
                .collect(Collectors.joining(" AND "));
    }

    String keyValue(Column column) {
        return column.type() == ColumnType.INT ? Integer.toString(key) : "'" + (char) ('p' + random.nextInt(2)) + "'";
    }

    private String rowEquals() {
        return keyEquals()
                + table.clusterings.stream()
                        .map(column -> " AND " + column.name() + " = " + clusteringValue(column))
                        .collect(Collectors.joining());
    }

    String clusteringValue(Column column) {
        int chosen = random.nextInt(CLUSTERINGS);
        return column.type() == ColumnType.INT ? Integer.toString(chosen) : "'" + (char) ('a' + chosen) + "'";
    }

    /** Returns a restriction of the clustering columns to a range; empty if there are none, or for the whole partition. */
    String range() {
        if (table.clusterings.isEmpty()) {
            return "";
        }
        int equal = random.nextInt(table.clusterings.size());
        StringBuilder text = new StringBuilder();
        for (Column column : table.clusterings.subList(0, equal)) {
            text.append(" AND ").append(column.name()).append(" = ").append(clusteringValue(column));
        }
        Column column = table.clusterings.get(equal);
        if (random.nextInt(3) > 0) {
            text.append(" AND ").append(column.name()).append(random.nextBoolean() ? " >= " : " > ");
            text.append(clusteringValue(column));
        }
        if (random.nextInt(3) > 0) {
            text.append(" AND ").append(column.name()).append(random.nextBoolean() ? " <= " : " < ");
            text.append(clusteringValue(column));
        }
        return text.toString();
    }

    private String value(Column column) {
        if (table.keyColumns().contains(column)) {
            return keyValue(column);
        }
        if (table.clusterings.contains(column)) {
            return clusteringValue(column);
        }
        return random.nextInt(12) == 0 ? "null" : column.type().literal(random);
    }

    private List<Column> some(List<Column> columns) {
        if (columns.size() > MOST_COLUMNS) {
            return random.nextInt(6) == 0 ? columns : someButOne(columns);
        }
        return columns.stream().filter(column -> random.nextBoolean()).toList();
    }

    private List<Column> someButOne(List<Column> columns) {
        List<Column> shuffled = new ArrayList<>(columns);
        Collections.shuffle(shuffled, random);
        return shuffled.subList(0, 1 + random.nextInt(Math.min(shuffled.size(), MOST_COLUMNS)));
    }
}
