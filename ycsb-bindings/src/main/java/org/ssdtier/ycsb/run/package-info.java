/** Runs of a YCSB workload against a YCSB database, with a report of all operations, including failures. */
@NullMarked
package org.ssdtier.ycsb.run;

import org.jspecify.annotations.NullMarked;
