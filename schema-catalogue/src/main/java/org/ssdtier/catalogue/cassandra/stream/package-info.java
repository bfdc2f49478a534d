/**
 * Streams of SSTables of the format {@code catalogued}: the versions that each node of a cluster reads, the dictionary
 * before parts of an SSTable, and Cassandra's own rows for nodes that read neither. Woven classes of Cassandra call it;
 * nothing else here does.
 */
@NullMarked
package org.ssdtier.catalogue.cassandra.stream;

import org.jspecify.annotations.NullMarked;
