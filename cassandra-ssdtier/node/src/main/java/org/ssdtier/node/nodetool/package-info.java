/**
 * The commands {@code nodetool ssdrowcache …}.
 *
 * <p>Nodetool finds a command by its airline annotations, so each command is one public class; {@link
 * org.ssdtier.node.nodetool.TierCommand} connects it to the MBean and turns failures into one line. The classes run in
 * nodetool's JVM, not in the node.
 */
@NullMarked
package org.ssdtier.node.nodetool;

import org.jspecify.annotations.NullMarked;
