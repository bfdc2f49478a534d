package org.ssdtier.catalogue;

import java.io.IOException;
import java.util.stream.Stream;
import org.ssdtier.segmentlog.SegmentLog;
import org.ssdtier.segmentlog.device.Storage;

/** Makes a catalogue anew from the dictionaries that SSTables carry, whatever is in its directory. */
public final class CatalogueRebuild {
    private CatalogueRebuild() {}

    /**
     * Deletes what is there and makes a catalogue with another identity and the definitions of these dictionaries.
     *
     * @param storage closed by this
     * @param lists read once
     * @return the figures of the new catalogue
     * @throws IOException when the storage fails, or not everything could be made durable
     */
    public static CatalogueStats run(Storage storage, CatalogueOptions options, Stream<TableList> lists)
            throws IOException {
        try {
            options.validate();
            SegmentLog.format(storage);
        } catch (IOException | RuntimeException e) {
            storage.close();
            throw e;
        }
        try (SchemaCatalogue catalogue = SchemaCatalogue.open(storage, options)) {
            boolean durable = lists.map(catalogue::adopt).reduce(true, Boolean::logicalAnd);
            if (!durable) {
                throw new IOException(storage.describe() + ": not every definition could be made durable");
            }
            return catalogue.stats();
        }
    }
}
