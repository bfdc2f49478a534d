/** Tests of the SSTable format {@code catalogued} on a storage engine in the test's JVM. */
@NullMarked
package org.ssdtier.catalogue.cassandra;

import org.jspecify.annotations.NullMarked;
