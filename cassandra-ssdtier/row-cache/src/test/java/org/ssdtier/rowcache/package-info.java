@NullMarked
package org.ssdtier.rowcache;

import org.jspecify.annotations.NullMarked;
