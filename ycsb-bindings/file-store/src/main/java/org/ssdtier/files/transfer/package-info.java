/** Imports of directory trees of this machine into a store, and exports to them. */
@NullMarked
package org.ssdtier.files.transfer;

import org.jspecify.annotations.NullMarked;
