package org.ssdtier.benchmarks.schema.probe;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.apache.cassandra.config.DatabaseDescriptor;
import org.apache.cassandra.io.sstable.format.SSTableFormat;
import org.ssdtier.catalogue.cassandra.LayoutSwitch;

/** An SSTable format to measure, with the layout of its rows. */
enum Variant {
    /** Cassandra's own format. */
    BTI,
    /** Cassandra's own format a second time in the same rounds; the difference is the noise of the run. */
    BTI_AGAIN,
    /** Schema IDs instead of names, with unchanged cells. */
    CELLS,
    /** Schema IDs, with the lengths first. */
    UNIFORM,
    /** The default of an operator: the smaller of both layouts, as measured while writing. */
    AUTO,
    /** Like AUTO, with the settings in use; not compared. */
    FLUSHED;

    /** The variants to compare. */
    static final List<Variant> COMPARED = List.of(BTI, CELLS, BTI_AGAIN, UNIFORM, AUTO);

    /** Returns the format, and sets its layout for SSTables written from now on. */
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
