package org.ssdtier.benchmarks.schema.probe;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.io.sstable.format.SSTableFormat;
import org.ssdtier.catalogue.cassandra.LayoutSwitch;

/** A format of SSTables that is measured, with the layout of its rows. */
enum Variant {
    /** Cassandra's own. */
    BTI,
    /** The same once more, in the same rounds: what differs between the two is the run's noise. */
    BTI_AGAIN,
    /** Schema IDs instead of names, cells as they were. */
    CELLS,
    /** Schema IDs, and lengths first. */
    UNIFORM,
    /** What an operator gets: the smaller of both, by what is measured while writing. */
    AUTO,
    /** As AUTO, with the settings that are in use: not one of those compared. */
    FLUSHED;

    /** Those that are compared. */
    static final List<Variant> COMPARED = List.of(BTI, CELLS, BTI_AGAIN, UNIFORM, AUTO);

    /** The format; what is written from now on has this layout. */
    SSTableFormat<?, ?> use() {
        boolean isStock = this == BTI || this == BTI_AGAIN;
        if (!isStock && this != FLUSHED) {
            LayoutSwitch.use(name());
        }
        return Objects.requireNonNull(DatabaseDescriptor.getSSTableFormats().get(isStock ? "bti" : "catalogued"));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
