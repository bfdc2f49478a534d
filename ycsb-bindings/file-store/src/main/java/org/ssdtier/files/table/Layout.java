package org.ssdtier.files.table;

/**
 * The layout of a directory: the generation of its buckets, and the phase of a split into those of another generation.
 *
 * <pre>
 *   phase      reads       puts        removals
 *   STABLE     generation  generation  generation
 *   ANNOUNCED  generation  generation  both        no removal misses what clients a phase ahead put
 *   COPYING    generation  both        both        entries are being copied to the target
 *   SWITCHED   target      both        both        some clients may still read the old generation
 *   CLEANING   target      target      target      the old generation's buckets are being dropped
 * </pre>
 *
 * Clients in two adjacent phases see each other's writes (the protocol of I. Rae et al., "Online, asynchronous schema
 * change in F1", VLDB 2013; ANNOUNCED is its state "delete-only"). A client uses a layout for no longer than its lease, and a split waits for a lease between
 * two phases, so that no two clients are more than one phase apart.
 *
 * @param generation current generation
 * @param target generation of the split; the current one if there is none
 * @param phase phase of the split
 */
public record Layout(int generation, int target, Phase phase) {
    /** The layout of a directory that was never split. */
    public static final Layout FIRST = stable(0);

    /** The phases of a split, in their order. */
    public enum Phase {
        /** No split. */
        STABLE,
        /** Reads and puts use the old generation, removals both. */
        ANNOUNCED,
        /** Reads use the old generation, writes both. */
        COPYING,
        /** Reads use the new generation, writes both. */
        SWITCHED,
        /** Only the new generation is used. */
        CLEANING
    }

    /** Returns the layout without a split. */
    public static Layout stable(int generation) {
        return new Layout(generation, generation, Phase.STABLE);
    }

    /** Returns the layout in another phase of the split. */
    public Layout in(Phase next) {
        return new Layout(generation, target, next);
    }

    /** Returns the generation that is read. */
    public int readGeneration() {
        return phase.compareTo(Phase.COPYING) <= 0 ? generation : target;
    }

    /** Returns whether puts go to the old generation and the target. */
    public boolean putsIntoBoth() {
        return phase == Phase.COPYING || phase == Phase.SWITCHED;
    }

    /** Returns whether removals go to the old generation and the target. */
    public boolean removesFromBoth() {
        return phase == Phase.ANNOUNCED || putsIntoBoth();
    }
}
