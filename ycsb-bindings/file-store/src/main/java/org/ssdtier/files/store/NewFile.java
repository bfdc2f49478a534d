package org.ssdtier.files.store;

import java.util.UUID;
import org.ssdtier.files.model.StorePath;

/**
 * A place in a directory that was reserved for a file, by {@link FileStore#reserve}.
 *
 * @param path path of the file
 * @param version version of its entry, and of the file when it is put
 */
public record NewFile(StorePath path, UUID version) {}
