/** Tests of the container image's scripts, without a container: {@code docker/image}. */
@NullMarked
package org.ssdtier.node.container;

import org.jspecify.annotations.NullMarked;
