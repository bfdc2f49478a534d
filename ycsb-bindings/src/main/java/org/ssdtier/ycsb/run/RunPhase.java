package org.ssdtier.ycsb.run;

/** The two phases of a YCSB experiment. */
public enum RunPhase {
    /** Every record is inserted once. */
    LOAD,
    /** The workload's mix of operations. */
    TRANSACTIONS
}
