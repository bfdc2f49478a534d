/** Access to package-private parts of the key indexes for tests of the whole node. */
@NullMarked
package org.ssdtier.keyindex.cassandra;

import org.jspecify.annotations.NullMarked;
