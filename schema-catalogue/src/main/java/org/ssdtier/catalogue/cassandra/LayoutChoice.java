package org.ssdtier.catalogue.cassandra;

/** Whether rows are written in the uniform layout, where they can be. */
enum LayoutChoice {
    /** The paper's layout always: one cell after another. */
    CELLS,
    /** The uniform layout for every row that it can say. */
    UNIFORM;

    boolean isUniform() {
        return this == UNIFORM;
    }
}
