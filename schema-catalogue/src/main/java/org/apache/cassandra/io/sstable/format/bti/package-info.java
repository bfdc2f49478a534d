/** Classes of the format {@code catalogued} that access package-private members of this package of Cassandra. */
@NullMarked
package org.apache.cassandra.io.sstable.format.bti;

import org.jspecify.annotations.NullMarked;
