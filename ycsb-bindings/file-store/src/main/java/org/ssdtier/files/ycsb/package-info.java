/**
 * YCSB on the file store: requests by the names of files or directories that come from outside, with the consistency
 * level and the datacentre of each class of operations.
 */
@NullMarked
package org.ssdtier.files.ycsb;

import org.jspecify.annotations.NullMarked;
