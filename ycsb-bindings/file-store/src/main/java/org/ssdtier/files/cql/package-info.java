/** The tables of a store in Cassandra, through the Java driver 4. */
@NullMarked
package org.ssdtier.files.cql;

import org.jspecify.annotations.NullMarked;
