package org.ssdtier.ycsb.stale;

import org.jspecify.annotations.Nullable;

/** The failure of a request to a {@link VersionStore}; a failed write may or may not have happened. */
public final class StoreException extends Exception {
    public StoreException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
