package org.ssdtier.rowcache;

/** The policy that decides which evicted images are written to the SSD. */
public enum Admission {
    /** Every image. */
    ALL,
    /**
     * Every image while the log has room; after that, only images seen twice. An image was seen twice if it was hit in
     * memory, was read from the SSD before, or is evicted a second time while the ghost filter still holds its hash.
     * The larger the wanted share of the records that reclaim drops to make room, the fewer of these images are
     * admitted.
     */
    SECOND_SIGHT
}
