@NullMarked
package org.ssdtier.segmentlog.device;

import org.jspecify.annotations.NullMarked;
