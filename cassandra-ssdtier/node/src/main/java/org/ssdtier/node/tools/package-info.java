/**
 * The operator tools, {@code bin/ssdtier} in a Cassandra home. They check a node, and read and write the files of the cache
 * and of the catalogue of one that is down; they need nothing but the jars of a node, and start no part of one. Start at
 * {@link org.ssdtier.node.tools.OperatorTools}.
 */
@NullMarked
package org.ssdtier.node.tools;

import org.jspecify.annotations.NullMarked;
