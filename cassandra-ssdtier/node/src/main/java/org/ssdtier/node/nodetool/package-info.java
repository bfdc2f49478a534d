/** The commands {@code nodetool ssdrowcache …}; their base class is {@link org.ssdtier.node.nodetool.TierCommand}. */
@NullMarked
package org.ssdtier.node.nodetool;

import org.jspecify.annotations.NullMarked;
