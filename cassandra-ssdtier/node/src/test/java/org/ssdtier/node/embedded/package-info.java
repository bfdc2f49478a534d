/** A whole Cassandra node, woven classes and all, inside the JVM of the tests. */
@NullMarked
package org.ssdtier.node.embedded;

import org.jspecify.annotations.NullMarked;
