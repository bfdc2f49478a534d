package org.ssdtier.rowcache;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.UUID;

/**
 * The state of a table in a snapshot.
 *
 * @param id the table's id
 * @param floor the stamp below which all images are dead
 * @param marks the token ranges in which images with a lower stamp than the mark's are dead
 * @param digest the owner's digest of everything the images depend on
 */
record TableSnapshot(UUID id, int floor, List<RangeMarks.Mark> marks, ByteBuffer digest) {}
