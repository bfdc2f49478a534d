package org.ssdtier.benchmarks.schema.probe;

import java.util.Locale;
import java.util.Objects;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.io.sstable.format.SSTableFormat;
import org.ssdtier.catalogue.cassandra.LayoutSwitch;

/** A format of SSTables that is measured, with the layout of its rows. */
enum Variant {
    /** Cassandra's own. */
    BTI,
    /** Schema IDs instead of names, cells as they were. */
    CELLS,
    /** Schema IDs, and lengths first. */
    UNIFORM,
    /** What an operator gets: the smaller of both, by what is measured while writing. */
    AUTO;

    /** The format; what is written from now on has this layout. */
    SSTableFormat<?, ?> use() {
        if (this != BTI) {
            LayoutSwitch.use(name());
        }
        return Objects.requireNonNull(DatabaseDescriptor.getSSTableFormats().get(this == BTI ? "bti" : "catalogued"));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
