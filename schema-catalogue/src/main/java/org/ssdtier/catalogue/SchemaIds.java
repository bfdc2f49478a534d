package org.ssdtier.catalogue;

/**
 * What one writer of SSTables sees of a catalogue: IDs for definitions, and the promise that they last.
 *
 * <p>Each writer takes one of its own and closes it once its SSTables are visible or given up, not before: while it is open,
 * none of the IDs it was given is reclaimed.
 *
 * <ol>
 *   <li>{@link #idOf} for each definition that is to go into the SSTable's dictionary;
 *   <li>{@link #force} before anything that names these IDs becomes durable; if that says no, the dictionary has {@link #NONE}
 *       for every definition, which is all that is lost: the SSTable describes itself;
 *   <li>{@link #close} after the SSTable can be found among the live ones.
 * </ol>
 *
 * <p>An ID means something only together with {@link #instanceId}. A reader of an SSTable goes by the definitions in its
 * dictionary and never by the IDs: they may be another node's.
 */
public interface SchemaIds extends AutoCloseable {
    /** No ID. */
    int NONE = 0;

    /** Gives no IDs and promises nothing: for a node without a catalogue, and for tools. */
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
        public boolean force() {
            return true;
        }

        @Override
        public void close() {}
    };

    /** Returns the identity of the catalogue the IDs are of; 0 for none. */
    long instanceId();

    /**
     * Returns the ID of a definition, a new one if it has none yet.
     *
     * @return an unsigned 32-bit number, or {@link #NONE} when the catalogue gives none: a cap is reached, IDs are exhausted
     *     or the device fails; the rows carry their names themselves then
     */
    int idOf(SchemaDefinition definition);

    /**
     * Makes every ID returned so far durable, together with whoever else asks at the same time.
     *
     * @return whether that is so now
     */
    boolean force();

    /** Gives the IDs free for reclamation, as far as no live SSTable names them. Idempotent. */
    @Override
    void close();
}
