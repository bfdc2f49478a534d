package org.ssdtier.catalogue;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.ssdtier.segmentlog.SegmentLog;
import org.ssdtier.segmentlog.device.Storage;

/** Static methods to rebuild a catalogue from the dictionaries that SSTables carry, whatever its directory contains. */
public final class CatalogueRebuild {
    /** More than twice the number of entries that a dictionary can have. */
    private static final int MAX_IDS = 4 * SchemaListDescriptor.MAX_ENTRIES;

    private CatalogueRebuild() {}

    /**
     * Deletes the catalogue in a storage and creates one with a new instance ID and the definitions of these
     * dictionaries.
     *
     * @param storage closed by this method
     * @param lists the dictionaries, read once
     * @return the figures of the new catalogue
     * @throws IOException if the storage fails, or not every definition could be made durable
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
        try (SchemaCatalogue catalogue = SchemaCatalogue.open(storage, withoutQueueLimits(options))) {
            catalogue.round(each -> {
                lists.forEach(each);
                return List.of();
            });
            if (!catalogue.sync() || catalogue.stats().content().definitionsUnwritten() > 0) {
                throw new IOException(storage.describe() + ": not every definition could be made durable");
            }
            return catalogue.stats();
        }
    }

    /**
     * Returns these options with IDs and queue space for a dictionary of a million definitions. No writer of an SSTable
     * is delayed here, so the usual limits are not needed.
     */
    private static CatalogueOptions withoutQueueLimits(CatalogueOptions options) {
        return options.withIdReserve(MAX_IDS)
                .withPending(CatalogueOptions.MAX_DEFINITIONS, Long.MAX_VALUE >> 1)
                .withFollower(false);
    }

    /**
     * Deletes the catalogue in a storage. The next opening creates one with a new instance ID.
     *
     * @param storage closed by this method
     */
    public static void clear(Storage storage) throws IOException {
        try (storage) {
            SegmentLog.format(storage);
        }
    }
}
