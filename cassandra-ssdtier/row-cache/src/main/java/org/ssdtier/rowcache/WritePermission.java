package org.ssdtier.rowcache;

/** The decision of the {@link JournalKeeper} on the write of an image to the SSD. */
enum WritePermission {
    /** The image may be written. */
    NOW,
    /** The image has to wait until the journal has the changes that it follows. */
    LATER,
    /** The image has to be dropped: its stamp is not reserved, and may be used again after a crash. */
    NEVER
}
