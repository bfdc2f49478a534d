package org.ssdtier.files.model;

import java.time.Instant;
import java.util.UUID;

/**
 * The metadata of one version of a file.
 *
 * @param path path
 * @param version version; the greatest of a path is the current one
 * @param size bytes of the content
 * @param chunks number of chunks of the content; 0 = the content is in the row of the file
 * @param chunkBytes bytes of each chunk but the last
 * @param attributes attributes given by the writer
 * @param sha256 SHA-256 of the content, 64 hexadecimal digits in lower case
 */
public record FileStat(
        StorePath path, UUID version, long size, int chunks, int chunkBytes, FileAttributes attributes, String sha256) {
    /** Returns the time of the last modification of the content, as given by the writer. */
    public Instant modified() {
        return attributes.modified();
    }

    /** Returns the media type. */
    public String type() {
        return attributes.type();
    }
}
