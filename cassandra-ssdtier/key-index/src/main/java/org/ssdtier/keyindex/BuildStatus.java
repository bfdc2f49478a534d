package org.ssdtier.keyindex;

/** The outcome of making or adopting a key index. */
public enum BuildStatus {
    /** The key index is in use. */
    OK,
    /** It would exceed the bytes allowed for all key indexes; it was not made. */
    NO_ROOM,
    /** The SSD failed or is not in use, or there is no memory; what was written is deleted. */
    DEVICE_FAILED,
    /** The SSTable's own files could not be read, or contradict themselves; trying again is useless. */
    SOURCE_FAILED,
    /**
     * The SSTable is not live any more, the node stops, or the device has failed meanwhile; what was written is deleted, perhaps only
     * when the directory is opened again.
     */
    ENDED
}
