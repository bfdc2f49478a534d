/** What the format {@code catalogued} needs of this package of Cassandra's that is private to it. */
@NullMarked
package org.apache.cassandra.io.sstable.format.bti;

import org.jspecify.annotations.NullMarked;
