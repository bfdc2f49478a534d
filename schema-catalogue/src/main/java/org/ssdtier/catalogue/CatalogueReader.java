package org.ssdtier.catalogue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.ssdtier.segmentlog.RecordView;
import org.ssdtier.segmentlog.RecordVisitor;
import org.ssdtier.segmentlog.SegmentLogScan;
import org.ssdtier.segmentlog.device.FileStorage;
import org.ssdtier.segmentlog.device.Storage;
import org.ssdtier.segmentlog.format.FormatException;

/** A read-only view of a catalogue that no node has open, read the way recovery reads it. */
public final class CatalogueReader {
    /**
     * A definition of a catalogue.
     *
     * @param id its schema ID, as an unsigned number
     * @param table the table it was first written for
     * @param place file and offset of its record
     * @param definition the definition itself
     */
    public record Item(long id, UUID table, String place, SchemaDefinition definition) {}

    private final CatalogueRecovery recovered;
    private final List<Item> items;

    private CatalogueReader(CatalogueRecovery recovered, List<Item> items) {
        this.recovered = recovered;
        this.items = items;
    }

    /**
     * Reads the catalogue in a directory.
     *
     * @throws FormatException if a record known to be durable is missing or damaged; the message names file and offset
     * @throws IOException if there is no such directory or it cannot be read
     */
    public static CatalogueReader read(Path directory) throws IOException {
        try (Storage storage = FileStorage.openReadOnly(directory)) {
            return read(storage);
        }
    }

    /**
     * Reads the catalogue in a storage, which stays open, like {@link #read(Path)}.
     */
    public static CatalogueReader read(Storage storage) throws IOException {
        CatalogueRecovery recovered = CatalogueRecovery.run(storage, DefinitionHash.random());
        if (!recovered.log().exists()) {
            throw new IOException(storage.describe() + ": no catalogue found");
        }
        Map<Long, CatalogueRecovery.Entry> byLocation = new HashMap<>();
        recovered.entries().forEach(entry -> byLocation.put(entry.location(), entry));
        Map<Integer, Item> items = new HashMap<>();
        List<IOException> failures = new ArrayList<>();
        SegmentLogScan.run(storage, new RecordVisitor() {
            @Override
            public void valid(RecordView record) {
                CatalogueRecovery.Entry entry = byLocation.get(record.location());
                try {
                    if (entry != null) {
                        items.put(entry.id(), item(entry, record, recovered));
                    }
                } catch (IOException e) {
                    failures.add(e);
                }
            }

            @Override
            public void damaged(long location, int recordBytes) {}
        });
        if (!failures.isEmpty()) {
            throw failures.get(0);
        }
        List<Item> sorted = new ArrayList<>();
        for (CatalogueRecovery.Entry entry : recovered.entries()) {
            Item item = items.get(entry.id());
            if (item == null) {
                throw new FormatException.Corrupt(
                        recovered.log().describe(entry.location()) + ": changed while it was read");
            }
            sorted.add(item);
        }
        return new CatalogueReader(recovered, sorted);
    }

    private static Item item(CatalogueRecovery.Entry entry, RecordView view, CatalogueRecovery recovered)
            throws FormatException {
        String place = recovered.log().describe(view.location());
        CatalogueRecord record = CatalogueRecord.decode(view, place);
        SchemaDefinition definition =
                SchemaDefinition.parse(record.body(), place, CatalogueRecordDescriptor.HEADER_BYTES);
        return new Item(Integer.toUnsignedLong(entry.id()), entry.table(), place, definition);
    }

    /** Returns all definitions in ID order. */
    public List<Item> items() {
        return items;
    }

    /** Returns the definition of an ID; null if there is none. */
    public @Nullable Item item(long id) {
        return items.stream().filter(item -> item.id() == id).findFirst().orElse(null);
    }

    /** Returns the catalogue's instance ID. */
    public long instanceId() {
        return recovered.log().instanceId();
    }

    /** Returns the node that owns the catalogue; all zeros if unknown. */
    public UUID owner() {
        return recovered.owner();
    }

    /** Returns whether the catalogue was stopped cleanly. */
    public boolean isClean() {
        return recovered.log().isClean();
    }

    /** Returns the highest ID that may have been assigned, as an unsigned number. */
    public long idBound() {
        return recovered.idBound();
    }

    /** Returns the number of records cut at the end, none of which is known to be durable. */
    public int cutRecords() {
        return recovered.cutRecords();
    }

    /** Returns the number of segments. */
    public int segments() {
        return recovered.log().segmentCount();
    }

    /** Returns the size of a segment in bytes. */
    public int segmentBytes() {
        return recovered.log().segmentBytes();
    }
}
