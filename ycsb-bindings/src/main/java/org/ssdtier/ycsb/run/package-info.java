/** Runs a YCSB workload against a YCSB database and reports what happened, failures included. */
@NullMarked
package org.ssdtier.ycsb.run;

import org.jspecify.annotations.NullMarked;
