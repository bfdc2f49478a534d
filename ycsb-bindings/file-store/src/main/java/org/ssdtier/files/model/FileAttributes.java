package org.ssdtier.files.model;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The attributes of a file that its writer gives.
 *
 * @param modified time of the last modification, in milliseconds
 * @param mode POSIX permission bits, 0 to 0777
 * @param type media type such as {@code image/jpeg}
 */
public record FileAttributes(Instant modified, int mode, String type) {
    /** The permission bits of a file whose writer gives none. */
    public static final int DEFAULT_MODE = 0644;

    /** Drops what is finer than a millisecond. */
    public FileAttributes {
        modified = modified.truncatedTo(ChronoUnit.MILLIS);
        if (mode < 0 || mode > 0777) {
            throw new IllegalArgumentException("mode=" + Integer.toOctalString(mode) + ", allowed 0 to 777");
        }
    }
}
