/**
 * Build-time weaving: copies of a few Cassandra classes with calls into our hooks. This package runs only in the build and is not in the
 * drop-in jar, because the advice is inlined into the woven classes.
 */
@NullMarked
package org.ssdtier.node.weaver;

import org.jspecify.annotations.NullMarked;
