package org.ssdtier.catalogue.cassandra;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Chooses the tables that the embedded node writes in the format {@code catalogued}, and how. */
public final class CataloguedTables {
    private CataloguedTables() {}

    /** The shapes enter at once, so that few rows do; layout and limits are drawn. */
    public static String choose(String keyspace, String table, Random random) {
        LayoutChoice layout = List.of(LayoutChoice.values()).get(random.nextInt(3));
        int definitions = random.nextInt(4) == 0 ? random.nextInt(4) : 10_000;
        int bytes = random.nextInt(8) == 0 ? 60 : 100_000;
        DictionaryLimits limits = new DictionaryLimits(random.nextInt(3) == 0 ? 2 : 1, definitions, 1 << 20, bytes);
        use(add(keyspace + "." + table), layout, limits);
        return "layout=" + layout + " " + limits;
    }

    /** One table with the defaults, but this layout. */
    public static void choose(String keyspace, String table, LayoutChoice layout) {
        use(add(keyspace + "." + table), layout, WriteSettings.NONE.limits());
    }

    /** One table, with the defaults: a shape enters at its second sight. */
    public static void choose(String keyspace, String table) {
        choose(keyspace, table, LayoutChoice.AUTO);
    }

    /** No table more than before, but tables may choose for themselves. */
    public static void allow() {
        use(WriteSettings.current().tables().patterns(), LayoutChoice.UNIFORM, WriteSettings.NONE.limits());
    }

    /** As on a node without the option. */
    static void disable() {
        WriteSettings.use(WriteSettings.NONE);
    }

    /** The table is written as others are. */
    public static void forget(String keyspace, String table) {
        List<String> patterns = new ArrayList<>(WriteSettings.current().tables().patterns());
        patterns.remove(keyspace + "." + table);
        use(patterns, WriteSettings.current().layout(), WriteSettings.current().limits());
    }

    private static List<String> add(String pattern) {
        List<String> patterns = new ArrayList<>(WriteSettings.current().tables().patterns());
        patterns.add(pattern);
        return patterns;
    }

    private static void use(List<String> patterns, LayoutChoice layout, DictionaryLimits limits) {
        WriteSettings.use(new WriteSettings(new TableChoice(true, patterns), layout, limits));
    }
}
