package org.ssdtier.rowcache;

import java.util.List;

/**
 * Which images of a table are dead, whatever their key.
 *
 * @param floor images with a lower stamp are dead
 * @param marks token ranges in which older images are dead
 */
record DeadImages(int floor, List<CachedTable.Mark> marks) {}
