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
    /** Like AUTO, with the settings in use; compared between two builds only. */
    FLUSHED;

    /** The variants to compare. */
    static final List<Variant> COMPARED = List.of(BTI, CELLS, BTI_AGAIN, UNIFORM, AUTO);

    /** The variants to compare of a build with its default settings, through no other class of it than the format. */
    static final List<Variant> OF_A_BUILD = List.of(BTI, FLUSHED, BTI_AGAIN);

    /** Returns whether this is Cassandra's own format. */
    boolean isStock() {
        return this == BTI || this == BTI_AGAIN;
    }

    /** Returns the format, and sets its layout for SSTables written from now on. */
    SSTableFormat<?, ?> use() {
        if (!isStock() && this != FLUSHED) {
            LayoutSwitch.use(name());
        }
        return Objects.requireNonNull(DatabaseDescriptor.getSSTableFormats().get(isStock() ? "bti" : "catalogued"));
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
