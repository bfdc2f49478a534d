/**
 * Cached images whose rows refer to schemas of the node's catalogue. Start reading at {@link
 * org.ssdtier.catalogue.cassandra.image.ImageRows}.
 */
@NullMarked
package org.ssdtier.catalogue.cassandra.image;

import org.jspecify.annotations.NullMarked;
