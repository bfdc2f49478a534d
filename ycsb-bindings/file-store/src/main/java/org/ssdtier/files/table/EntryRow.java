package org.ssdtier.files.table;

import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.ssdtier.files.model.StorePath;

/**
 * A version of an entry of a directory.
 *
 * @param path path of the entry
 * @param version version of the entry
 * @param isDirectory whether it is a directory
 * @param file file, in stores with a directory per row; otherwise it is in its own row
 * @param mode POSIX permission bits of a directory, 0 to 0777, if an import has recorded them
 */
public record EntryRow(StorePath path, UUID version, boolean isDirectory, Optional<FileRow> file, OptionalInt mode) {
    /** Returns the entry of a file. */
    public static EntryRow ofFile(StorePath path, UUID version, Optional<FileRow> file) {
        return new EntryRow(path, version, false, file, OptionalInt.empty());
    }

    /** Returns the entry of a directory. */
    public static EntryRow ofDirectory(StorePath path, UUID version, OptionalInt mode) {
        return new EntryRow(path, version, true, Optional.empty(), mode);
    }
}
