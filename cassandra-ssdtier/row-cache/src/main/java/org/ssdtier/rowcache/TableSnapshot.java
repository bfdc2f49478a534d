package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;

/**
 * What a snapshot keeps of a table.
 *
 * @param id the table
 * @param floor images with a lower stamp are dead
 * @param marks ranges in which older images are dead
 * @param digest of all that the images depend on, as the owner gave it
 */
record TableSnapshot(UUID id, int floor, List<CachedTable.Mark> marks, ByteBuffer digest) {}
