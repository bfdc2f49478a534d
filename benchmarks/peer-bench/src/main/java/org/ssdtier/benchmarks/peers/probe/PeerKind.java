package org.ssdtier.benchmarks.peers.probe;

import java.util.Locale;

/** A kind of store. A process opens only one of them and does not need the libraries of the others. */
enum PeerKind {
    /** A file read with direct I/O: the upper limit. */
    RAW,
    /** The two tiers of the row cache. */
    OURS,
    /** memcached with values on the device. */
    EXTSTORE,
    /** Ehcache's disk tier. */
    EHCACHE,
    /** RocksDB. */
    ROCKSDB,
    /** HBase's block cache in a file. */
    BUCKETCACHE,
    /** Infinispan's soft-index file store. */
    SIFS;

    static PeerKind named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    Peer open(PeerSettings settings) throws Exception {
        return switch (this) {
            case RAW -> RawPeer.open(settings);
            case OURS -> TierPeer.open(settings);
            case EXTSTORE -> ExtstorePeer.open(settings);
            case EHCACHE -> EhcachePeer.open(settings);
            case ROCKSDB -> RocksPeer.open(settings);
            case BUCKETCACHE -> BucketCachePeer.open(settings);
            case SIFS -> SoftIndexPeer.open(settings);
        };
    }
}
