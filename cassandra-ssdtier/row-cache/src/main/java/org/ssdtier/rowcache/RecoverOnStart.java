package org.ssdtier.rowcache;

/** The stops after which the index is recovered at a start. */
public enum RecoverOnStart {
    /** After a clean stop. */
    CLEAN_ONLY,
    /** After a clean stop and after a crash; a journal is kept for this. */
    CRASH,
    /** Never: every start is cold. */
    NEVER
}
