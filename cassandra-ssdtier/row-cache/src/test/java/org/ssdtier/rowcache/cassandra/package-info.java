@NullMarked
package org.ssdtier.rowcache.cassandra;

import org.jspecify.annotations.NullMarked;
