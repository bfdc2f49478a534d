package org.ssdtier.catalogue;

/**
 * What one writer of SSTables sees of a catalogue: IDs for definitions. Nothing of it waits for a device.
 *
 * <p>Each writer takes one of its own and closes it once its SSTable's dictionary is on disk, or given up, not before: while it
 * is open, none of the IDs it was given is reclaimed; afterwards the dictionary names them.
 *
 * <p>An ID means something only together with {@link #instanceId}: within one instance it never stands for two definitions, in no
 * run of the node and after no crash. Whether the catalogue still has the definition is another matter. The SSTable has it.
 */
public interface SchemaIds extends AutoCloseable {
    /** No ID. */
    int NONE = 0;

    /** Gives no IDs: for a node without a catalogue, and for tools. */
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

    /** Returns the identity of the catalogue the IDs are of; 0 for none. */
    long instanceId();

    /**
     * Returns the ID of a definition, a new one if it has none yet. Takes a short step in memory: no I/O, no wait for any.
     *
     * @return an unsigned 32-bit number, or {@link #NONE} when the catalogue gives none: a cap is reached, IDs are exhausted or
     *     none is reserved, since the device fails or hangs; the SSTable describes itself all the same
     */
    int idOf(SchemaDefinition definition);

    /** Gives the IDs free for reclamation, as far as no SSTable names them. Idempotent. */
    @Override
    void close();
}
