package org.ssdtier.catalogue;

/**
 * The view that one writer of SSTables has of a catalogue: IDs for definitions. No method waits for a device.
 *
 * <p>Each writer has an instance of its own. The writer must not close it before its SSTable's dictionary is on disk,
 * or the SSTable is abandoned. While it is open, none of the IDs it has returned is reclaimed; afterwards the
 * dictionary names them.
 *
 * <p>An ID has a meaning only together with {@link #instanceId}. Within one instance of the catalogue it never stands
 * for two definitions, across all runs and crashes of the node. The catalogue may have dropped the definition; the
 * SSTable has it.
 */
public interface SchemaIds extends AutoCloseable {
    /** No ID. */
    int NONE = 0;

    /** An instance without any IDs, for a node without a catalogue and for tools. */
    SchemaIds WITHOUT = new SchemaIds() {
        @Override
        public long instanceId() {
            return 0;
        }

        @Override
        public int idOf(SchemaDefinition definition) {
            return NONE;
        }

        @Override
        public void close() {}
    };

    /** Returns the instance ID of the catalogue that assigns the IDs; 0 for none. */
    long instanceId();

    /**
     * Returns the ID of a definition; assigns one if it has none yet. Takes a short step in memory: no I/O, no waiting
     * for I/O.
     *
     * @return an unsigned 32-bit number, or {@link #NONE} if the catalogue assigns none: a cap is reached, IDs are
     *     exhausted, or none is reserved because the device fails or hangs; the SSTable still describes itself
     */
    int idOf(SchemaDefinition definition);

    /** Allows the IDs to be reclaimed, unless an SSTable names them. Idempotent. */
    @Override
    void close();
}
