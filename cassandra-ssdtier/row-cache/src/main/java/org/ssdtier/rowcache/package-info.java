/** The row cache's core: a chain of a memory tier and an SSD tier. Knows nothing of Cassandra. */
@NullMarked
package org.ssdtier.rowcache;

import org.jspecify.annotations.NullMarked;
