package org.ssdtier.catalogue;

/**
 * What a comparison of a catalogue with the dictionaries of the SSTables found.
 *
 * @param lists dictionaries looked at
 * @param foreignLists of them, those of another catalogue's instance: streamed from another node, or from before a loss
 * @param agreeing IDs of this instance that stand for the same definition here
 * @param missing IDs of this instance that had none here and have it again: a crash or a full queue kept it from the log, or it
 *     was reclaimed while the SSTable was away, in a snapshot perhaps
 * @param unheardOf IDs of this instance that were never given out here
 * @param differing IDs of this instance that stand for another definition here
 * @param unknown definitions of foreign dictionaries, or without an ID, that had none here
 * @param definitions how many the catalogue had
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

    /** What that says of the catalogue. */
    public enum Verdict {
        /** The catalogue is the one the SSTables were written with, or they are other nodes'. */
        SOUND,
        /** It is empty and the SSTables are not: the catalogue was lost, emptied or swapped with another node's. */
        LOST,
        /** It is an older copy of itself, or a copy that has gone on by itself: IDs would be given out twice. */
        OLD_COPY
    }

    /** Returns what this says of the catalogue. */
    public Verdict verdict() {
        if (unheardOf > 0 || differing > 0) {
            return Verdict.OLD_COPY;
        }
        return definitions == 0 && (unknown > 0 || missing > 0) ? Verdict.LOST : Verdict.SOUND;
    }

    /** Returns how many definitions the SSTables had beyond the catalogue. */
    public long beyond() {
        return missing + unknown;
    }
}
