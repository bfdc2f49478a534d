/** What tests of the whole node use of the key indexes. */
@NullMarked
package org.ssdtier.keyindex.cassandra;

import org.jspecify.annotations.NullMarked;
