@NullMarked
package org.ssdtier.segmentlog.format;

import org.jspecify.annotations.NullMarked;
