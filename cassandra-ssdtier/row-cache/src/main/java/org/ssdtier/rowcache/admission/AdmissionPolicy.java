package org.ssdtier.rowcache.admission;

/** A policy that decides which evicted images are written to the SSD. Implementations are thread-safe. */
public interface AdmissionPolicy {
    /** The decision about an image. */
    enum Verdict {
        /** The image is not written. */
        REJECTED,
        /** The image is written, as a row not known to be wanted. */
        ADMITTED,
        /** The image is written, as a row known to be wanted: its record starts with a recency of one. */
        ADMITTED_AS_WANTED
    }

    /**
     * Decides whether an evicted image that the SSD does not hold is written. Called under the key's lock.
     *
     * @param hash hash of the key
     * @param isKnown whether the row was requested again while it was in memory, or came from the SSD
     * @param hasRoom whether the log has room, so that the write displaces no other row
     */
    Verdict decide(long hash, boolean isKnown, boolean hasRoom);

    /** Records a wanted row that the SSD no longer holds, so that it is admitted the next time it is evicted. */
    void remember(long hash);

    /**
     * Reports a reclaim, which makes room for writes.
     *
     * @param unwantedShare fraction of the dropped bytes that were unwanted, at most 1
     */
    void reclaimed(double unwantedShare);

    /** Forgets all keys and reclaims, as after a start. */
    void forget();

    /** Returns the bytes of memory outside the heap. */
    long sizeBytes();
}
