/**
 * What bindings and runners share about a workload: its settings, its types of operation, the records that it writes,
 * and the interface of a binding that answers later ({@link org.ssdtier.ycsb.workload.AsynchronousDb}).
 */
@NullMarked
package org.ssdtier.ycsb.workload;

import org.jspecify.annotations.NullMarked;
