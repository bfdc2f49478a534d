package org.ssdtier.catalogue.cassandra;

import java.util.function.Supplier;
import org.ssdtier.catalogue.SchemaIds;

/**
 * How this JVM writes SSTables of the format {@code catalogued}.
 *
 * @param tables which tables are written so
 * @param layout the layout of the rows
 * @param limits of an SSTable's dictionary
 * @param ids gives a writer its view of the node's catalogue; tools have none
 */
record WriteSettings(TableChoice tables, LayoutChoice layout, DictionaryLimits limits, Supplier<SchemaIds> ids) {
    /** The limits where nothing else is said. */
    static final DictionaryLimits DEFAULT_LIMITS = new DictionaryLimits(2, 16_384, 1 << 20, 16 << 10);

    private static volatile WriteSettings current =
            new WriteSettings(TableChoice.NONE, LayoutChoice.UNIFORM, DEFAULT_LIMITS, () -> SchemaIds.WITHOUT);

    static WriteSettings current() {
        return current;
    }

    /** For SSTables that are begun from now on. */
    static void use(WriteSettings settings) {
        current = settings;
    }
}
