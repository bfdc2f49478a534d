/** The storage of bytes: a {@link org.ssdtier.segmentlog.device.Storage} is a directory, a device is a file in it. */
@NullMarked
package org.ssdtier.segmentlog.device;

import org.jspecify.annotations.NullMarked;
