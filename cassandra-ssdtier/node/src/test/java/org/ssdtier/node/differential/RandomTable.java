package org.ssdtier.node.differential;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A random definition of a table, shared by both twins. Columns are added and dropped by ALTER TABLE. */
final class RandomTable {
    /** The kind of statements that a history may contain. */
    enum Flavour {
        /** Every write has its own timestamp and time, so replica digests are comparable. No TTLs; selects of some columns. */
        COLUMNS,
        /** Same as COLUMNS, with TTLs; selects read all columns because of a stock bug, see CASSANDRA.md 4b. */
        TTL,
        /** Timestamps of the server, lightweight transactions. */
        LWT,
        /** A table of counters. */
        COUNTERS
    }

    record Column(String name, ColumnType type) {}

    private static final List<ColumnType> TYPES = Stream.of(ColumnType.values())
            .filter(type -> type != ColumnType.COUNTER)
            .toList();

    /** Number of columns from which Cassandra encodes the columns of a row in another way. */
    private static final int FEWEST_WIDE = 60;

    private static final String[] COMPRESSIONS = {
        "", "", "'class': 'ZstdCompressor'", "'enabled': false", "'class': 'LZ4Compressor', 'chunk_length_in_kb': 4"
    };

    final Flavour flavour;
    final boolean compositeKey;
    final List<Column> clusterings = new ArrayList<>();
    final List<Boolean> descending = new ArrayList<>();
    final List<Column> statics = new ArrayList<>();
    final List<Column> regulars = new ArrayList<>();
    final String memtable;
    private final String compression;
    private final List<Column> dropped = new ArrayList<>();
    private int columnsMade;

    RandomTable(Random random, Flavour flavour) {
        this.flavour = flavour;
        this.compositeKey = random.nextInt(4) == 0;
        this.memtable = random.nextInt(3) == 0 ? "trie" : "default";
        this.compression = COMPRESSIONS[random.nextInt(COMPRESSIONS.length)];
        int clusteringColumns = random.nextInt(3);
        for (int i = 0; i < clusteringColumns; i++) {
            clusterings.add(new Column("c" + i, random.nextInt(3) == 0 ? ColumnType.TEXT : ColumnType.INT));
            descending.add(random.nextInt(3) == 0);
        }
        int staticColumns = clusteringColumns == 0 ? 0 : random.nextInt(3);
        for (int i = 0; i < staticColumns; i++) {
            statics.add(newColumn(random));
        }
        boolean wide = random.nextInt(16) == 0 && flavour != Flavour.COUNTERS;
        int regularColumns = wide ? FEWEST_WIDE + random.nextInt(16) : 1 + random.nextInt(4);
        for (int i = 0; i < regularColumns; i++) {
            regulars.add(newColumn(random));
        }
    }

    private Column newColumn(Random random) {
        ColumnType type = TYPES.get(random.nextInt(TYPES.size()));
        if (flavour == Flavour.COUNTERS) {
            type = ColumnType.COUNTER;
        } else if (flavour == Flavour.LWT && type == ColumnType.LIST) {
            // the clock of a ballot may be ahead of the clock that orders appended elements
            type = ColumnType.FROZEN_LIST;
        }
        return new Column("v" + columnsMade++, type);
    }

    List<Column> keyColumns() {
        Column k = new Column("k", ColumnType.INT);
        return compositeKey ? List.of(k, new Column("j", ColumnType.TEXT)) : List.of(k);
    }

    List<Column> values() {
        return Stream.concat(statics.stream(), regulars.stream()).toList();
    }

    boolean hasLists() {
        return Stream.of(statics, regulars, dropped).flatMap(List::stream).anyMatch(c -> c.type == ColumnType.LIST);
    }

    String create(String name, String caching) {
        String columns = Stream.of(
                        keyColumns().stream().map(c -> c.name + " " + c.type.cql),
                        clusterings.stream().map(c -> c.name + " " + c.type.cql),
                        statics.stream().map(c -> c.name + " " + c.type.cql + " static"),
                        regulars.stream().map(c -> c.name + " " + c.type.cql))
                .flatMap(s -> s)
                .collect(Collectors.joining(", "));
        String key = keyColumns().stream().map(Column::name).collect(Collectors.joining(", ", "(", ")"));
        String primary = Stream.concat(Stream.of(key), clusterings.stream().map(Column::name))
                .collect(Collectors.joining(", "));
        StringBuilder order = new StringBuilder();
        for (int i = 0; i < clusterings.size(); i++) {
            order.append(i == 0 ? " AND CLUSTERING ORDER BY (" : ", ")
                    .append(clusterings.get(i).name)
                    .append(descending.get(i) ? " DESC" : " ASC");
        }
        return "CREATE TABLE " + name + " (" + columns + ", PRIMARY KEY (" + primary + ")) WITH caching = " + caching
                + " AND memtable = '" + memtable + "'"
                + (compression.isEmpty() ? "" : " AND compression = {" + compression + "}")
                + order + (order.isEmpty() ? "" : ")");
    }

    /** Adds a new column, or one that was dropped, and returns the statement. */
    String alterAdd(Random random) {
        boolean isStatic = !statics.isEmpty() && random.nextInt(3) == 0;
        Column column = newColumn(random);
        if (!dropped.isEmpty() && random.nextBoolean()) {
            column = dropped.remove(dropped.size() - 1);
            isStatic = column.name.endsWith("s");
        } else if (isStatic) {
            column = new Column(column.name + "s", column.type);
        }
        (isStatic ? statics : regulars).add(column);
        return "ALTER TABLE %T ADD " + column.name + " " + column.type.cql + (isStatic ? " static" : "");
    }

    /** Drops a column and returns the statement; empty if only one column is left. */
    String alterDrop(Random random, long timestamp) {
        List<Column> from =
                statics.size() > 1 && statics.get(statics.size() - 1).name.endsWith("s") ? statics : regulars;
        if (from.size() < 2) {
            return "";
        }
        Column column = from.remove(from == statics ? statics.size() - 1 : random.nextInt(from.size()));
        // with timestamps of the server, data written right after the drop may be older than the drop
        if (flavour == Flavour.COLUMNS || flavour == Flavour.TTL) {
            dropped.add(column);
        }
        return "ALTER TABLE %T DROP " + column.name + " USING TIMESTAMP " + timestamp;
    }
}
