package org.ssdtier.catalogue;

/**
 * The findings of a comparison of a catalogue with the dictionaries of the SSTables.
 *
 * @param lists number of dictionaries compared
 * @param foreignLists number of those with another instance ID: streamed from another node, or written before a loss
 * @param agreeing number of IDs of this instance with the same definition here
 * @param missing number of IDs of this instance that had no definition here and get it back if the limits allow it: a
 *     crash or a full queue kept it from the log, or it was reclaimed while the SSTable was away, perhaps in a snapshot
 * @param unheardOf number of IDs of this instance that were never assigned here, also of definitions that are lost
 * @param differing number of IDs of this instance with another definition here
 * @param unknown number of definitions of foreign dictionaries, or without an ID, that had no ID here
 * @param definitions number of definitions that the catalogue had
 */
public record Findings(
        long lists,
        long foreignLists,
        long agreeing,
        long missing,
        long unheardOf,
        long differing,
        long unknown,
        long definitions) {
    static final Findings NONE = new Findings(0, 0, 0, 0, 0, 0, 0, 0);

    /** The conclusion about the catalogue. */
    public enum Verdict {
        /** The SSTables were written with this catalogue, or by other nodes. */
        SOUND,
        /** The catalogue is empty and the SSTables are not: it was lost, emptied or swapped with another node's. */
        LOST,
        /** The catalogue is an older copy of itself, or a copy that diverged: IDs would be assigned twice. */
        OLD_COPY
    }

    /** Returns the conclusion about the catalogue. */
    public Verdict verdict() {
        if (unheardOf > 0 || differing > 0) {
            return Verdict.OLD_COPY;
        }
        return definitions == 0 && (unknown > 0 || missing > 0) ? Verdict.LOST : Verdict.SOUND;
    }

    /** Returns the number of definitions that the SSTables had and the catalogue did not. */
    public long beyond() {
        return missing + unknown;
    }
}
