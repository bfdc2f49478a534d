package org.ssdtier.keyindex;

/**
 * The identity of an SSTable's content: a key index is used only for an SSTable with the identity that it was made from.
 * The name alone does not suffice, because another SSTable may get it later.
 *
 * @param name name of the SSTable, unique on the node while it exists; at most {@value #MAX_NAME_BYTES} bytes in UTF-8
 * @param dataBytes length of its data file
 * @param dataDigest checksum of its data file, as stated by its digest component
 */
public record SSTableIdentity(String name, long dataBytes, long dataDigest) {
    /** Most bytes of a name. */
    static final int MAX_NAME_BYTES = 1024;
}
