package org.ssdtier.catalogue;

/** Why a definition was given no ID; its rows do without names all the same, by their SSTable's dictionary. */
public enum Refusal {
    /** The definition is longer than allowed. */
    TOO_LONG,
    /** There are as many definitions as allowed. */
    TOO_MANY,
    /** The table has as many definitions as allowed. */
    TOO_MANY_OF_TABLE,
    /** The definitions take as many bytes as allowed. */
    NO_SPACE,
    /** All 2³² − 1 IDs have been given out. */
    IDS_EXHAUSTED,
    /** The IDs reserved ahead are used up: more are wanted at once than that, or the device fails, hangs or is full. */
    NONE_RESERVED,
    /** Another definition has its fingerprint. */
    COLLISION,
    /** The catalogue was begun anew, or closed, while the writer was at work. */
    RENEWED
}
