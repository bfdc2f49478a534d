package org.ssdtier.ycsb.stale;

/** A request to a {@link VersionStore} failed; a write may or may not have happened. */
public final class StoreException extends Exception {
    public StoreException(String message, Throwable cause) {
        super(message, cause);
    }
}
