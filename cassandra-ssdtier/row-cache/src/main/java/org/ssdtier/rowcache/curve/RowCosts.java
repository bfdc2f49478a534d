package org.ssdtier.rowcache.curve;

/** The room that a row takes in either tier. */
public interface RowCosts {
    /** Returns the bytes of the memory tier that a row takes; {@code bytes} is the length of its key and its image. */
    int memoryBytes(int bytes);

    /** Returns the bytes of the SSD tier that a row takes; {@code bytes} is the length of its key and its image. */
    int ssdBytes(int bytes);
}
