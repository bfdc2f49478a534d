package org.ssdtier.benchmarks.peers;

import java.util.Locale;

/** The stores that are compared. The names in lower case are the ones the peer's process knows. */
enum PeerName {
    RAW("raw reads"),
    OURS("ours"),
    EXTSTORE("extstore"),
    EHCACHE("Ehcache"),
    ROCKSDB("RocksDB"),
    BUCKETCACHE("BucketCache"),
    SIFS("SIFS");

    private final String label;

    PeerName(String label) {
        this.label = label;
    }

    /** The head of its column. */
    String label() {
        return label;
    }

    /** The name in lower case. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether it runs on a node's class path and needs no library of the module peer-bench. */
    boolean isOnNodeClassPath() {
        return this == RAW || this == OURS;
    }

    /** Whether rows can be put again, and are kept for the next start or lost by choice: all but the plain file. */
    boolean isStore() {
        return this != RAW;
    }
}
