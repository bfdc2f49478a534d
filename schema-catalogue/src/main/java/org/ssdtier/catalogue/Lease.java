package org.ssdtier.catalogue;

import java.util.Arrays;
import java.util.UUID;
import java.util.function.IntConsumer;

/** The IDs of one writer of SSTables, kept from reclamation until it closes this. */
final class Lease implements SchemaIds {
    private final SchemaCatalogue catalogue;
    private final UUID table;
    private final long instanceId;
    /** In the order they were given, repeats included. Guarded by the definition table's monitor. */
    private int[] ids = new int[8];

    private int count;

    Lease(SchemaCatalogue catalogue, UUID table, long instanceId) {
        this.catalogue = catalogue;
        this.table = table;
        this.instanceId = instanceId;
    }

    @Override
    public long instanceId() {
        return instanceId;
    }

    @Override
    public int idOf(SchemaDefinition definition) {
        return catalogue.idOf(this, definition);
    }

    @Override
    public void close() {
        catalogue.close(this);
    }

    UUID table() {
        return table;
    }

    /** Adds an ID; the definition table's, under its monitor. */
    void add(int id) {
        if (count == ids.length) {
            ids = Arrays.copyOf(ids, 2 * count);
        }
        ids[count++] = id;
    }

    /** Goes through the IDs; the definition table's, under its monitor. */
    void forEach(IntConsumer each) {
        for (int at = 0; at < count; at++) {
            each.accept(ids[at]);
        }
    }
}
