/** Tests of the write lifetimes without a node. */
@NullMarked
package org.ssdtier.node.lifetimes;

import org.jspecify.annotations.NullMarked;
