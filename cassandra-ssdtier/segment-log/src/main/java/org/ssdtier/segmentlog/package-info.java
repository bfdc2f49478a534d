@NullMarked
package org.ssdtier.segmentlog;

import org.jspecify.annotations.NullMarked;
