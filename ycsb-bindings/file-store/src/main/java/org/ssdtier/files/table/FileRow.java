package org.ssdtier.files.table;

import java.nio.ByteBuffer;
import java.util.Optional;
import org.ssdtier.files.model.FileStat;

/**
 * A version of a file as its row has it.
 *
 * @param stat metadata
 * @param content content, if it is in the row and was read
 */
public record FileRow(FileStat stat, Optional<ByteBuffer> content) {}
