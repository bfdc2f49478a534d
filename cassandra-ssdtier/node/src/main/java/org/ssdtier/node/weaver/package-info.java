/**
 * Build-time weaving: copies of a few Cassandra classes with calls into our hooks. Runs in the build only; nothing of
 * this package is in the drop-in jar, for the advice below is inlined into the woven classes.
 */
@NullMarked
package org.ssdtier.node.weaver;

import org.jspecify.annotations.NullMarked;
