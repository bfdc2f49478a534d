package org.ssdtier.files.transfer;

/** The treatment of symbolic links by an import. */
public enum Links {
    /** A link is a failure. */
    REFUSE,
    /** A link is left out. */
    SKIP,
    /** The file or directory that a link points to is imported in its place; a link to a directory above is a failure. */
    FOLLOW
}
