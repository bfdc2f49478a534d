package org.ssdtier.rowcache.cassandra;

import java.nio.file.Path;

/** The choice whether the content of a reclaimed segment is released, so that the drive need not preserve it. */
enum Discard {
    /** Release it if the file system is mounted with {@code discard}; otherwise the drive would not be informed. */
    AUTO,
    /** Release it. */
    ON,
    /** Leave it until it is overwritten. */
    OFF;

    /** Returns whether content is released in a directory. */
    static boolean isWanted(Discard choice, Path directory) {
        return choice == ON || (choice == AUTO && MountOptions.ofThisMachine().discards(directory));
    }
}
