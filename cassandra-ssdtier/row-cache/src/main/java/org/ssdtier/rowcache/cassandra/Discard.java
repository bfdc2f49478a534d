package org.ssdtier.rowcache.cassandra;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** The choice whether the content of a reclaimed segment is released, so that the drive need not preserve it. */
enum Discard {
    /** Release it if the file system is mounted with {@code discard}; otherwise the drive would not be informed. */
    AUTO,
    /** Release it. */
    ON,
    /** Leave it until it is overwritten. */
    OFF;

    /** Returns whether content is released in a directory; with {@link #AUTO} not if the device does not answer. */
    static boolean isWanted(Discard choice, Path directory) {
        AtomicBoolean isWanted = new AtomicBoolean(choice == ON);
        if (choice == AUTO) {
            StartCheck.run(
                    "discard: the mount of " + directory,
                    () -> isWanted.set(MountOptions.ofThisMachine().discards(directory)));
        }
        return isWanted.get();
    }
}
