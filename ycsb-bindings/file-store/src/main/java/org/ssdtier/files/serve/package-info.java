/** A read-only HTTP server of a store, on Jetty. */
@NullMarked
package org.ssdtier.files.serve;

import org.jspecify.annotations.NullMarked;
