/**
 * The operator tools of a node that is down, {@code bin/ssdtier} in a Cassandra home. They read and write the files of
 * the cache and of the catalogue, need nothing but the jars of a node, and start no part of one. Start at {@link
 * org.ssdtier.node.tools.OperatorTools}.
 */
@NullMarked
package org.ssdtier.node.tools;

import org.jspecify.annotations.NullMarked;
