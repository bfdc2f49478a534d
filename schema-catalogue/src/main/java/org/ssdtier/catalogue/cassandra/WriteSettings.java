package org.ssdtier.catalogue.cassandra;

import org.apache.cassandra.config.DatabaseDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * How this JVM writes SSTables of the format {@code catalogued}.
 *
 * @param tables which tables are written so
 * @param layout the layout of the rows
 * @param limits of an SSTable's dictionary
 */
record WriteSettings(TableChoice tables, LayoutChoice layout, DictionaryLimits limits) {
    /** No table; what a client or a tool writes is written with the defaults. */
    static final WriteSettings NONE =
            new WriteSettings(TableChoice.NONE, LayoutChoice.AUTO, new DictionaryLimits(2, 16_384, 1 << 20, 16 << 10));

    private static volatile @Nullable WriteSettings current;

    /** Those of cassandra.yaml, unless others are used. */
    static WriteSettings current() {
        WriteSettings known = current;
        if (known == null) {
            known = SchemaCatalogueOptions.current().writeSettings();
            current = DatabaseDescriptor.getRawConfig() == null ? null : known;
        }
        return known;
    }

    /** For SSTables that are begun from now on. */
    static void use(WriteSettings settings) {
        current = settings;
    }
}
