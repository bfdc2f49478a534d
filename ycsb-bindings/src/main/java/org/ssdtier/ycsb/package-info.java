@NullMarked
package org.ssdtier.ycsb;

import org.jspecify.annotations.NullMarked;
