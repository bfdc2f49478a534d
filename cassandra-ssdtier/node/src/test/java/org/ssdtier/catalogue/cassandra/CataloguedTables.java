package org.ssdtier.catalogue.cassandra;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.cassandra.utils.ByteBufferUtil;
import org.ssdtier.catalogue.ColumnForm;
import org.ssdtier.catalogue.SchemaColumn;
import org.ssdtier.catalogue.SchemaDefinition;
import org.ssdtier.catalogue.cassandra.config.TableChoice;
import org.ssdtier.catalogue.cassandra.config.WriteSettings;
import org.ssdtier.catalogue.cassandra.row.DictionaryLimits;
import org.ssdtier.catalogue.cassandra.row.LayoutChoice;
import org.ssdtier.catalogue.cassandra.row.ShapeHash;
import org.ssdtier.node.embedded.EmbeddedNode;

/** Static methods to choose the tables that the embedded node writes in the format {@code catalogued}, and their settings. */
public final class CataloguedTables {
    private CataloguedTables() {}

    /** Chooses a table with a random layout and random limits; mostly a shape enters immediately, so that few rows suffice. */
    public static String choose(String keyspace, String table, Random random) {
        LayoutChoice layout = List.of(LayoutChoice.values()).get(random.nextInt(3));
        int definitions = random.nextInt(4) == 0 ? random.nextInt(4) : 10_000;
        int bytes = random.nextInt(8) == 0 ? 60 : 100_000;
        DictionaryLimits limits = new DictionaryLimits(random.nextInt(3) == 0 ? 2 : 1, definitions, 1 << 20, bytes);
        use(add(keyspace + "." + table), layout, limits);
        return "layout=" + layout + " " + limits;
    }

    /** Chooses a table with this layout and defaults otherwise. */
    public static void choose(String keyspace, String table, LayoutChoice layout) {
        use(add(keyspace + "." + table), layout, WriteSettings.NONE.limits());
    }

    /** Chooses a table with the defaults: a shape enters when it is seen for the second time. */
    public static void choose(String keyspace, String table) {
        choose(keyspace, table, LayoutChoice.AUTO);
    }

    /** Chooses no further table, but allows tables to choose the format by their extension. */
    public static void allow() {
        use(WriteSettings.current().tables().patterns(), LayoutChoice.UNIFORM, WriteSettings.NONE.limits());
    }

    /** Switches the format off, as on a node without the option. */
    static void disable() {
        WriteSettings.use(WriteSettings.NONE);
    }

    /** Removes a table from the chosen ones. */
    public static void forget(String keyspace, String table) {
        List<String> patterns = new ArrayList<>(WriteSettings.current().tables().patterns());
        patterns.remove(keyspace + "." + table);
        use(patterns, WriteSettings.current().layout(), WriteSettings.current().limits());
    }

    /** Drops a table of the embedded node if it exists, and removes it from the chosen ones. */
    public static void drop(String table) {
        forget(EmbeddedNode.KEYSPACE, table);
        EmbeddedNode.start().process("DROP TABLE IF EXISTS " + table);
    }

    /** Returns the hash of the shape of rows that have this regular column and no other. */
    public static long shapeOf(String column) {
        return ShapeHash.of(
                SchemaDefinition.of(List.of(SchemaColumn.of(ByteBufferUtil.bytes(column), false, ColumnForm.SIMPLE))));
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
