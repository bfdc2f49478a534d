/** The commands {@code nodetool ssdrowcache …}: {@link org.ssdtier.node.nodetool.TierCommand} is what they share. */
@NullMarked
package org.ssdtier.node.nodetool;

import org.jspecify.annotations.NullMarked;
