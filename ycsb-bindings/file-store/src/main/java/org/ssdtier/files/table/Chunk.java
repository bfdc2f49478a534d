package org.ssdtier.files.table;

import java.util.UUID;
import org.ssdtier.files.model.StorePath;

/**
 * The key of a chunk of a file's content.
 *
 * @param path path of the file
 * @param version version of the file
 * @param number number of the chunk, from 0
 */
public record Chunk(StorePath path, UUID version, int number) {}
