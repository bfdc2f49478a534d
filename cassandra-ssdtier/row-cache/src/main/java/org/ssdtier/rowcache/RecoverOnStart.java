package org.ssdtier.rowcache;

/** When the index is recovered at a start. */
public enum RecoverOnStart {
    /** After a clean stop. */
    CLEAN_ONLY,
    /** After a clean stop and after a crash; a journal is kept for it. */
    CRASH,
    /** Never: each start is cold. */
    NEVER
}
