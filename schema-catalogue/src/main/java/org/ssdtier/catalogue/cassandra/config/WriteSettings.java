package org.ssdtier.catalogue.cassandra.config;

import org.apache.cassandra.config.DatabaseDescriptor;
import org.jspecify.annotations.Nullable;
import org.ssdtier.catalogue.cassandra.row.DictionaryLimits;
import org.ssdtier.catalogue.cassandra.row.LayoutChoice;

/**
 * The settings with which this JVM writes SSTables of the format {@code catalogued}.
 *
 * @param tables the tables that are written in the format
 * @param layout the layout of the rows
 * @param limits the limits of an SSTable's dictionary
 */
public record WriteSettings(TableChoice tables, LayoutChoice layout, DictionaryLimits limits) {
    /** The settings that choose no table; a client or a tool writes with these defaults. */
    public static final WriteSettings NONE =
            new WriteSettings(TableChoice.NONE, LayoutChoice.AUTO, DictionaryLimits.DEFAULT);

    private static volatile @Nullable WriteSettings current;

    /** Returns the settings of cassandra.yaml, unless {@link #use} has replaced them. */
    public static WriteSettings current() {
        WriteSettings known = current;
        if (known == null) {
            known = of(SchemaCatalogueOptions.current());
            current = DatabaseDescriptor.getRawConfig() == null ? null : known;
        }
        return known;
    }

    private static WriteSettings of(SchemaCatalogueOptions options) {
        return options.isEnabled()
                ? new WriteSettings(new TableChoice(true, options.tables()), options.layout(), options.limits())
                : NONE;
    }

    /** Sets the settings for SSTables that are begun from now on; for tests and measurements. */
    public static void use(WriteSettings settings) {
        current = settings;
    }
}
