package org.ssdtier.catalogue;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.ssdtier.segmentlog.SegmentLog;
import org.ssdtier.segmentlog.device.Storage;

/** Makes a catalogue anew from the dictionaries that SSTables carry, whatever is in its directory. */
public final class CatalogueRebuild {
    /** More than twice as many as a dictionary has. */
    private static final int MOST_IDS = 4 * SchemaListDescriptor.MAX_ENTRIES;

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
        try (SchemaCatalogue catalogue = SchemaCatalogue.open(storage, unhurried(options))) {
            catalogue.round(each -> {
                lists.forEach(each);
                return List.of();
            });
            if (!catalogue.sync() || catalogue.stats().unwritten() > 0) {
                throw new IOException(storage.describe() + ": not every definition could be made durable");
            }
            return catalogue.stats();
        }
    }

    /** No writer of an SSTable is to be kept from waiting: a dictionary of a million definitions has its IDs and its place. */
    private static CatalogueOptions unhurried(CatalogueOptions options) {
        return options.withIdReserve(MOST_IDS)
                .withPending(CatalogueOptions.MAX_DEFINITIONS, Long.MAX_VALUE >> 1)
                .withFollower(false);
    }

    /**
     * Deletes what is there; the next opening begins a catalogue with another identity.
     *
     * @param storage closed by this
     */
    public static void clear(Storage storage) throws IOException {
        try (storage) {
            SegmentLog.format(storage);
        }
    }
}
