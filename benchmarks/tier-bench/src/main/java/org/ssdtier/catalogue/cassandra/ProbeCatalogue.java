package org.ssdtier.catalogue.cassandra;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.ssdtier.catalogue.CatalogueOptions;
import org.ssdtier.catalogue.SchemaCatalogue;
import org.ssdtier.catalogue.cassandra.config.TableChoice;
import org.ssdtier.catalogue.cassandra.config.WriteSettings;
import org.ssdtier.catalogue.cassandra.image.ImageCatalogue;
import org.ssdtier.catalogue.cassandra.image.KnownSchemas;
import org.ssdtier.catalogue.cassandra.row.LayoutChoice;

/**
 * The catalogue of a measurement in place of a node's: the source of the IDs in SSTables, and the definitions to which
 * images refer. Part of the testing seam.
 */
public final class ProbeCatalogue implements AutoCloseable {
    private final SchemaCatalogue catalogue;

    private ProbeCatalogue(SchemaCatalogue catalogue) {
        this.catalogue = catalogue;
    }

    /** Opens a catalogue in a directory of its own; the table is written with it from now on. */
    public static ProbeCatalogue open(Path directory, String keyspace, String table) throws IOException {
        SchemaCatalogue catalogue = SchemaCatalogue.open(directory, CatalogueOptions.ofOwner(new UUID(1, 2)));
        NodeCatalogue.use(catalogue, KnownSchemas.MAX_HEAP_BYTES);
        TableChoice choice = new TableChoice(true, List.of(keyspace + "." + table));
        WriteSettings.use(new WriteSettings(choice, LayoutChoice.AUTO, WriteSettings.NONE.limits()));
        return new ProbeCatalogue(catalogue);
    }

    /** Returns the number of definitions to which images may refer. */
    public int known() {
        KnownSchemas known = ImageCatalogue.known();
        return known == null ? 0 : known.count();
    }

    /** Returns the number of definitions that have an ID. */
    public long definitions() {
        return catalogue.stats().content().definitions();
    }

    @Override
    public void close() {
        NodeCatalogue.close();
    }
}
