/** Tests of the row cache's Cassandra adapter inside a whole node. */
@NullMarked
package org.ssdtier.rowcache.cassandra;

import org.jspecify.annotations.NullMarked;
