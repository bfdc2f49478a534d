package org.ssdtier.keyindex;

/** The results of a look-up that are not a position. */
public final class KeyPosition {
    /** The SSTable does not have the key. */
    public static final long ABSENT = -1;
    /** The SSTable's own index has to be used. */
    public static final long UNKNOWN = -2;
    /** As {@link #UNKNOWN}, because the device did not answer in time. */
    static final long LATE = -3;

    private KeyPosition() {}
}
