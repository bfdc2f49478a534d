package org.ssdtier.benchmarks.peers;

import java.util.Locale;

/** A store to be compared. The peer's process accepts the names in lower case. */
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

    /** Returns the heading of its column. */
    String label() {
        return label;
    }

    /** Returns the name in lower case. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether it runs on a node's class path, without the libraries of the module peer-bench. */
    boolean isOnNodeClassPath() {
        return this == RAW || this == OURS;
    }

    /**
     * Returns whether it is a store, in which rows can be overwritten and which is opened again after a stop: all
     * except the plain file.
     */
    boolean isStore() {
        return this != RAW;
    }
}
