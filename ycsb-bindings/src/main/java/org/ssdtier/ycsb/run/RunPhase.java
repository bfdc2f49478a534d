package org.ssdtier.ycsb.run;

/** The two phases of a YCSB experiment. */
public enum RunPhase {
    /** Inserts every record once. */
    LOAD,
    /** Performs the workload's mix of operations. */
    TRANSACTIONS
}
