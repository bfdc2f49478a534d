package org.ssdtier.catalogue.cassandra;

/** Which layout the rows of an SSTable have, where they can have either. */
enum LayoutChoice {
    /** The one that is smaller after compression, measured while the SSTable is written. */
    AUTO,
    /** The paper's: one cell after another. */
    CELLS,
    /** Lengths first. */
    UNIFORM
}
