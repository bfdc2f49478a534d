package org.ssdtier.rowcache.compression;

/** The choice of compression, as named in the options. */
public enum CompressionMode {
    /** No image is compressed. Compressed images from before are still decompressed. */
    OFF,
    /** The images of a table are compressed if a trial with some of them has saved enough. */
    AUTO
}
