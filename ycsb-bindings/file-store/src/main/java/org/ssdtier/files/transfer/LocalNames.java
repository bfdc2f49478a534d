package org.ssdtier.files.transfer;

import java.net.URI;
import java.nio.file.Path;
import org.ssdtier.files.model.StorePath;

/**
 * Static methods to convert between the names of files of this machine and those of a store, byte by byte. The bytes of
 * a {@link Path} can be had only through its URI: its text has lost those that are not of the locale's character set.
 */
final class LocalNames {
    private LocalNames() {}

    /** Returns the bytes of a file's name. */
    static byte[] name(Path file) {
        String path = file.toUri().getRawPath();
        int end = path.endsWith("/") ? path.length() - 1 : path.length();
        return StorePath.unescape(path.substring(path.lastIndexOf('/', end - 1) + 1, end));
    }

    /** Returns the file below a directory whose path has these bytes. */
    static Path resolve(Path directory, byte[] below) {
        String base = directory.toAbsolutePath().toUri().getRawPath();
        String separator = base.endsWith("/") ? "" : "/";
        return Path.of(URI.create("file://" + base + separator + StorePath.escape(below)));
    }
}
