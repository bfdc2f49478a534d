/** Where bytes go: a {@link org.ssdtier.segmentlog.device.Storage} is a directory, a device a file in it. */
@NullMarked
package org.ssdtier.segmentlog.device;

import org.jspecify.annotations.NullMarked;
