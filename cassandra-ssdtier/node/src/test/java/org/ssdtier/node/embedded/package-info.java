/** A whole Cassandra node, including the woven classes, inside the JVM of the tests. */
@NullMarked
package org.ssdtier.node.embedded;

import org.jspecify.annotations.NullMarked;
