/** Checks for the tests of all modules: a state that is awaited, and the defaults of options on a page. */
@NullMarked
package org.ssdtier.segmentlog.checks;

import org.jspecify.annotations.NullMarked;
