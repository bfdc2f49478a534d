package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.ssdtier.catalogue.CatalogueOptions;
import org.ssdtier.catalogue.SchemaCatalogue;

/** The catalogue of a measurement, in place of a node's: what SSTables are given IDs by, and what images refer to. */
public final class ProbeCatalogue implements AutoCloseable {
    private final SchemaCatalogue catalogue;

    private ProbeCatalogue(SchemaCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** Opens one in a directory of its own; the table is written with it from now on. */
    public static ProbeCatalogue open(Path directory, String keyspace, String table) throws IOException {
        SchemaCatalogue catalogue = SchemaCatalogue.open(directory, CatalogueOptions.ofOwner(new UUID(1, 2)));
        NodeCatalogue.use(catalogue, KnownSchemas.MAX_HEAP_BYTES);
        TableChoice choice = new TableChoice(true, List.of(keyspace + "." + table));
        WriteSettings.use(new WriteSettings(choice, LayoutChoice.AUTO, WriteSettings.NONE.limits()));
        return new ProbeCatalogue(catalogue);
    }

    /** Definitions that images may refer to. */
    public int known() {
        KnownSchemas known = NodeCatalogue.known();
        return known == null ? 0 : known.count();
    }

    /** Definitions that have an ID. */
    public long definitions() {
        return catalogue.stats().definitions();
    }

    @Override
    public void close() {
        NodeCatalogue.close();
    }
}
