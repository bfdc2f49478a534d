package org.ssdtier.catalogue.cassandra;

import org.apache.cassandra.config.DatabaseDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * The settings with which this JVM writes SSTables of the format {@code catalogued}.
 *
 * @param tables the tables that are written in the format
 * @param layout the layout of the rows
 * @param limits the limits of an SSTable's dictionary
 */
record WriteSettings(TableChoice tables, LayoutChoice layout, DictionaryLimits limits) {
    /** The settings that choose no table; a client or a tool writes with these defaults. */
    static final WriteSettings NONE =
            new WriteSettings(TableChoice.NONE, LayoutChoice.AUTO, new DictionaryLimits(2, 16_384, 1 << 20, 16 << 10));

    private static volatile @Nullable WriteSettings current;

    /** Returns the settings of cassandra.yaml, unless {@link #use} has replaced them. */
    static WriteSettings current() {
        WriteSettings known = current;
        if (known == null) {
            known = SchemaCatalogueOptions.current().writeSettings();
            current = DatabaseDescriptor.getRawConfig() == null ? null : known;
        }
        return known;
    }

    /** Sets the settings for SSTables that are begun from now on. */
    static void use(WriteSettings settings) {
        current = settings;
    }
}
