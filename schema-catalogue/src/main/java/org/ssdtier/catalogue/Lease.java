package org.ssdtier.catalogue;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;

/** The IDs of one writer of SSTables, kept from reclamation until it closes this. */
final class Lease implements SchemaIds {
    private final SchemaCatalogue catalogue;
    private final UUID table;
    private final long instanceId;
    /** Guarded by the definition table's monitor. */
    private final Set<Integer> ids = new HashSet<>();

    private volatile long highestSerial;
    private volatile boolean ended;

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
    public boolean force() {
        return !ended && catalogue.awaitDurable(highestSerial) && !ended;
    }

    @Override
    public void close() {
        end();
        catalogue.close(this);
    }

    UUID table() {
        return table;
    }

    boolean isEnded() {
        return ended;
    }

    /** Gives no more IDs and promises nothing any more. */
    void end() {
        ended = true;
    }

    /** Adds an ID; the definition table's, under its monitor. */
    void add(int id, long serial) {
        ids.add(id);
        if (serial > highestSerial) {
            highestSerial = serial;
        }
    }

    /** Copies the IDs; the definition table's, under its monitor. */
    void addIdsTo(Set<Integer> all) {
        all.addAll(ids);
    }
}
