@NullMarked
package org.ssdtier.node;

import org.jspecify.annotations.NullMarked;
