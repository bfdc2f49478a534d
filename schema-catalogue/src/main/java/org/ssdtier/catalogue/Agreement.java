package org.ssdtier.catalogue;

/** The result of comparing an ID of a dictionary with the {@link DefinitionTable}. */
enum Agreement {
    /** The ID has the same definition there. */
    SAME,
    /** The ID has another definition there. */
    DIFFERENT,
    /** The ID has no definition there: it was reclaimed, or lost in a crash before it was in the log. */
    MISSING,
    /** The ID was never assigned there. */
    UNHEARD_OF
}
