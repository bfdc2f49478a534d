package org.ssdtier.benchmarks.peers.probe;

import java.util.Locale;

/** The stores that can be opened. A process opens one of them only and needs no library of the others. */
enum PeerKind {
    /** A file read past the page cache: the limit. */
    RAW,
    /** The row cache's two tiers. */
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
