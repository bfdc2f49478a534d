package org.ssdtier.benchmarks.schema.probe;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.cassandra.io.sstable.CQLSSTableWriter;
import org.jspecify.annotations.Nullable;

/** A table to be measured: its definition in CQL and its rows, which are determined by a seed. */
enum DataSet {
    /** The paper's table: 5 to 10 columns of 10 random bytes, names of 5 bytes, as a map. */
    PAPER("id text PRIMARY KEY, attrs map<text, blob>", "attrs", name(5, 2)) {
        @Override
        List<Object> row(int number, Random random) {
            return List.of(key(number), attributes(5, random));
        }
    },
    /** The paper's table with names of 20 bytes. */
    PAPER_LONG_NAMES("id text PRIMARY KEY, attrs map<text, blob>", "attrs", name(20, 2)) {
        @Override
        List<Object> row(int number, Random random) {
            return List.of(key(number), attributes(20, random));
        }
    },
    /** Application performance monitoring: ten tags and ten measured values per point in time, a hundred hosts. */
    APM(
            "host int, ts bigint, tags map<text, text>, fields map<text, double>, PRIMARY KEY (host, ts)",
            "fields",
            "usage_idle") {
        @Override
        List<Object> row(int number, Random random) {
            int host = number % HOSTS;
            Map<String, Double> fields = new TreeMap<>();
            FIELDS.forEach(field -> fields.put(field, (double) random.nextInt(100)));
            return List.of(host, FIRST_POINT + number / HOSTS * TEN_SECONDS, tags(host), fields);
        }
    },
    /** A wide sparse table: 40 to 100 of 300 columns, in fifty combinations. */
    WIDE("id text PRIMARY KEY, " + columns(300, "int"), null, null) {
        @Override
        List<Object> row(int number, Random random) {
            Random shape = new Random(random.nextInt(SHAPES));
            List<Object> row = new ArrayList<>(Collections.nCopies(301, CQLSSTableWriter.UNSET_VALUE));
            row.set(0, key(number));
            List<Integer> order =
                    new ArrayList<>(IntStream.rangeClosed(1, 300).boxed().toList());
            Collections.shuffle(order, shape);
            order.subList(0, 40 + shape.nextInt(61)).forEach(column -> row.set(column, random.nextInt(1_000)));
            return row;
        }
    },
    /** The paper's table as a frozen map. */
    FROZEN("id text PRIMARY KEY, attrs frozen<map<text, blob>>", null, null) {
        @Override
        List<Object> row(int number, Random random) {
            return List.of(key(number), attributes(5, random));
        }
    },
    /** The paper's table with names of 20 bytes as a frozen map. */
    FROZEN_LONG_NAMES("id text PRIMARY KEY, attrs frozen<map<text, blob>>", null, null) {
        @Override
        List<Object> row(int number, Random random) {
            return List.of(key(number), attributes(20, random));
        }
    },
    /** Ten declared columns, all written: Cassandra already stores their names only once per SSTable. */
    DECLARED("id text PRIMARY KEY, " + columns(10, "blob"), null, null) {
        @Override
        List<Object> row(int number, Random random) {
            List<Object> row = new ArrayList<>(List.of(key(number)));
            IntStream.range(0, 10).forEach(column -> row.add(bytes(random)));
            return row;
        }
    },
    /** Maps with unique keys: the worst case. */
    UNIQUE("id text PRIMARY KEY, attrs map<text, blob>", null, null) {
        @Override
        List<Object> row(int number, Random random) {
            Map<String, ByteBuffer> attributes = new TreeMap<>();
            IntStream.range(0, 8).forEach(i -> attributes.put(Long.toHexString(random.nextLong()), bytes(random)));
            return List.of(key(number), attributes);
        }
    },
    /** A map whose rows have one of 300 shapes: 5 to 10 of 1,000 keys of 10 bytes. */
    SHAPES_300("id text PRIMARY KEY, attrs map<text, blob>", null, null) {
        @Override
        List<Object> row(int number, Random random) {
            return List.of(key(number), shaped(random, 300, 5, 6, 10));
        }
    },
    /** A map whose rows have one of 3,000 shapes: 5 to 10 of 1,000 keys of 10 bytes. */
    SHAPES_3000("id text PRIMARY KEY, attrs map<text, blob>", null, null) {
        @Override
        List<Object> row(int number, Random random) {
            return List.of(key(number), shaped(random, 3_000, 5, 6, 10));
        }
    },
    /**
     * More recurring shapes than a dictionary may have definitions, and short ones: 24,000 shapes of 3 to 5 keys of 5
     * bytes.
     */
    BEYOND_COUNT("id text PRIMARY KEY, attrs map<text, blob>", null, null) {
        @Override
        List<Object> row(int number, Random random) {
            return List.of(key(number), shaped(random, 24_000, 3, 3, 5));
        }

        @Override
        int rows(int rows) {
            return 3 * rows;
        }
    },
    /** Definitions of more bytes than a dictionary may have: 10,000 shapes of 5 to 10 keys of 20 bytes. */
    BEYOND_BYTES("id text PRIMARY KEY, attrs map<text, blob>", null, null) {
        @Override
        List<Object> row(int number, Random random) {
            return List.of(key(number), shaped(random, 10_000, 5, 6, 20));
        }
    },
    /**
     * An attack on the CPU of writers: almost as many definitions as a dictionary may have, each of four keys that no
     * other has, and each in exactly two rows, one after the other. The first row has its names, because its shape has
     * not been seen; the definition that the second one causes serves no further row.
     */
    PAIRS("id text, c int, attrs map<text, blob>, PRIMARY KEY (id, c)", null, null) {
        @Override
        List<Object> row(int number, Random random) {
            Random shape = new Random(SEED_STEP * (number / 2 + 1));
            Map<String, ByteBuffer> attributes = new TreeMap<>();
            while (attributes.size() < 4) {
                attributes.put(Integer.toHexString(shape.nextInt()), bytes(random));
            }
            return List.of(key(number / 2), number % 2, attributes);
        }
    },
    /** The paper's table from a memtable of {@code offheap_objects}. */
    PAPER_OFFHEAP("id text PRIMARY KEY, attrs map<text, blob>", null, null) {
        @Override
        List<Object> row(int number, Random random) {
            return PAPER.row(number, random);
        }

        @Override
        boolean isOffHeap() {
            return true;
        }
    },
    /** Ten tags and ten measured values from a memtable of {@code offheap_objects}. */
    APM_OFFHEAP(
            "host int, ts bigint, tags map<text, text>, fields map<text, double>, PRIMARY KEY (host, ts)", null, null) {
        @Override
        List<Object> row(int number, Random random) {
            return APM.row(number, random);
        }

        @Override
        boolean isOffHeap() {
            return true;
        }
    };

    private static final int HOSTS = 100;
    private static final int SHAPES = 50;
    private static final int KEYS = 1_000;
    /** The distance of seeds, because generators with neighbouring seeds begin with similar numbers. */
    private static final long SEED_STEP = 0x9e3779b97f4a7c15L;

    private static final int VALUE_BYTES = 10;
    private static final long FIRST_POINT = 1_700_000_000_000L;
    private static final long TEN_SECONDS = 10_000;
    private static final List<String> TAGS = List.of(
            "hostname",
            "region",
            "datacenter",
            "rack",
            "os",
            "arch",
            "team",
            "service",
            "service_version",
            "environment");
    private static final List<String> FIELDS = List.of(
            "usage_user",
            "usage_system",
            "usage_idle",
            "usage_nice",
            "usage_iowait",
            "usage_irq",
            "usage_softirq",
            "usage_steal",
            "usage_guest",
            "usage_guest_nice");

    private final String columns;
    private final @Nullable String slicedColumn;
    private final @Nullable String slicedKey;

    /**
     * Creates a data set.
     *
     * @param columns columns as in CREATE TABLE
     * @param slicedColumn map of which a single key is read, or null
     * @param slicedKey that key, or null
     */
    DataSet(String columns, @Nullable String slicedColumn, @Nullable String slicedKey) {
        this.columns = columns;
        this.slicedColumn = slicedColumn;
        this.slicedKey = slicedKey;
    }

    /** Returns the values of a row, in the order of the columns. */
    abstract List<Object> row(int number, Random random);

    /** Returns the number of rows to measure for a requested number. */
    int rows(int rows) {
        return rows;
    }

    /** Returns whether the rows come from a memtable with off-heap cells. */
    boolean isOffHeap() {
        return false;
    }

    String createStatement(String keyspace, String compression) {
        return "CREATE TABLE " + keyspace + ".t (" + columns + ") WITH compression = " + compression;
    }

    String insertStatement(String keyspace) {
        List<String> names = new ArrayList<>();
        for (String column : withoutTypeArguments(columns)
                .replaceFirst(", PRIMARY KEY \\(.*", "")
                .split(", ", -1)) {
            names.add(column.split(" ", 2)[0]);
        }
        return "INSERT INTO " + keyspace + ".t (" + String.join(", ", names) + ") VALUES ("
                + names.stream().map(name -> "?").collect(Collectors.joining(", ")) + ")";
    }

    private static String withoutTypeArguments(String text) {
        String inner = "<[^<>]*>";
        return text.replaceAll(inner, "").replaceAll(inner, "");
    }

    @Nullable
    String slicedColumn() {
        return slicedColumn;
    }

    @Nullable
    String slicedKey() {
        return slicedKey;
    }

    private static String key(int number) {
        return "user" + number;
    }

    private static Map<String, ByteBuffer> attributes(int nameBytes, Random random) {
        int count = 5 + random.nextInt(6);
        Map<String, ByteBuffer> attributes = new TreeMap<>();
        IntStream.range(0, count).forEach(i -> attributes.put(name(nameBytes, i), bytes(random)));
        return attributes;
    }

    /**
     * Returns values for the keys of a random shape; each shape has {@code least} to {@code least + choices - 1} keys.
     */
    private static Map<String, ByteBuffer> shaped(Random random, int shapes, int least, int choices, int nameBytes) {
        Random shape = new Random(SEED_STEP * random.nextInt(shapes));
        int count = least + shape.nextInt(choices);
        Map<String, ByteBuffer> attributes = new TreeMap<>();
        while (attributes.size() < count) {
            attributes.put(name(nameBytes, shape.nextInt(KEYS)), bytes(random));
        }
        return attributes;
    }

    private static Map<String, String> tags(int host) {
        Random random = new Random(host);
        Map<String, String> tags = new TreeMap<>();
        TAGS.forEach(tag -> tags.put(tag, tag.equals("hostname") ? "host_" + host : tag + "-" + random.nextInt(20)));
        return tags;
    }

    /** Returns a name with at least this number of bytes. */
    private static String name(int bytes, int number) {
        StringBuilder name = new StringBuilder("n" + number);
        while (name.length() < bytes) {
            name.append((char) ('a' + (number * 7 + name.length()) % 26));
        }
        return name.toString();
    }

    private static ByteBuffer bytes(Random random) {
        byte[] bytes = new byte[VALUE_BYTES];
        random.nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private static String columns(int count, String type) {
        return IntStream.range(0, count).mapToObj(i -> "c" + i + " " + type).collect(Collectors.joining(", "));
    }
}
