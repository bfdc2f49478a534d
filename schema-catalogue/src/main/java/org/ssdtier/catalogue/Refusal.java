package org.ssdtier.catalogue;

/** The reason why a definition was given no ID. Its rows still need no names: they use their SSTable's dictionary. */
public enum Refusal {
    /** The definition is longer than allowed. */
    TOO_LONG,
    /** The catalogue has the maximum number of definitions. */
    TOO_MANY,
    /** The table has the maximum number of definitions. */
    TOO_MANY_OF_TABLE,
    /** The definitions take the maximum number of bytes. */
    NO_SPACE,
    /** All 2³² − 1 IDs have been assigned. */
    IDS_EXHAUSTED,
    /** The IDs reserved ahead are used up: too many were requested at a time, or the device fails, hangs or is full. */
    NONE_RESERVED,
    /** Another definition has the same fingerprint. */
    COLLISION,
    /** There is no memory outside the heap for it. */
    NO_MEMORY,
    /** The catalogue was recreated, or closed, while the writer was active. */
    RENEWED
}
