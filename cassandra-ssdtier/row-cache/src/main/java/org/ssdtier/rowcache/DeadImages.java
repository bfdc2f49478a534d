package org.ssdtier.rowcache;

import java.util.List;

/**
 * The stamp bounds below which images of a table are dead, regardless of their key.
 *
 * @param floor images with a lower stamp are dead
 * @param marks token ranges in which older images are dead
 */
record DeadImages(int floor, List<RangeMarks.Mark> marks) {}
