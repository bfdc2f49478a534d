package org.ssdtier.catalogue.cassandra.row;

/** The layout of the rows of an SSTable that can have either. */
public enum LayoutChoice {
    /** The layout that is smaller after compression, measured while the SSTable is written. */
    AUTO,
    /** The paper's layout: one cell after another. */
    CELLS,
    /** The layout with the lengths first. */
    UNIFORM
}
