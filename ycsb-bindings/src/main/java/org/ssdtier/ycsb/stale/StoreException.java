package org.ssdtier.ycsb.stale;

/** The failure of a request to a {@link VersionStore}; a failed write may or may not have happened. */
public final class StoreException extends Exception {
    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
