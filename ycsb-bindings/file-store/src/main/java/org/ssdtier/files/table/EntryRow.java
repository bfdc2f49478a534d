package org.ssdtier.files.table;

import java.util.Optional;
import java.util.UUID;
import org.ssdtier.files.model.StorePath;

/**
 * A version of an entry of a directory.
 *
 * @param path path of the entry
 * @param version version of the entry
 * @param isDirectory whether it is a directory
 * @param file file, in stores with a directory per row; otherwise it is in its own row
 */
public record EntryRow(StorePath path, UUID version, boolean isDirectory, Optional<FileRow> file) {}
