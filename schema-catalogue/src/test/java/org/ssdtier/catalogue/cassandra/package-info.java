/** Tests of the SSTable format {@code catalogued} that need no storage engine. */
@NullMarked
package org.ssdtier.catalogue.cassandra;

import org.jspecify.annotations.NullMarked;
