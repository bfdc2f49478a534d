package org.ssdtier.catalogue;

import java.util.Arrays;
import java.util.UUID;

/** The IDs in use by one writer of SSTables. None of them is reclaimed before the writer closes the lease. */
final class Lease implements SchemaIds {
    /** The catalogue that grants leases. */
    interface Lessor {
        /** Returns the ID of a definition and leases it; {@link SchemaIds#NONE} if it has none and gets none. */
        int idOf(Lease lease, SchemaDefinition definition);

        /** Ends a lease. Idempotent. */
        void close(Lease lease);
    }

    private final Lessor lessor;
    private final UUID table;
    private final long instanceId;
    /** IDs in the order they were leased, including repeats. Guarded by the definition table's monitor. */
    private int[] ids = new int[8];

    private int count;

    Lease(Lessor lessor, UUID table, long instanceId) {
        this.lessor = lessor;
        this.table = table;
        this.instanceId = instanceId;
    }

    @Override
    public long instanceId() {
        return instanceId;
    }

    @Override
    public int idOf(SchemaDefinition definition) {
        return lessor.idOf(this, definition);
    }

    @Override
    public void close() {
        lessor.close(this);
    }

    UUID table() {
        return table;
    }

    /** Adds an ID. Called by the definition table, under its monitor. */
    void add(int id) {
        if (count == ids.length) {
            ids = Arrays.copyOf(ids, 2 * count);
        }
        assert id != SchemaIds.NONE : "a lease of no ID";
        ids[count++] = id;
    }

    /** Returns the number of IDs, including repeats. Called by the definition table, under its monitor. */
    int count() {
        return count;
    }

    /** Returns an ID by its place in the order of leasing, from 0 on. Called by the definition table, under its monitor. */
    int id(int at) {
        return ids[at];
    }
}
